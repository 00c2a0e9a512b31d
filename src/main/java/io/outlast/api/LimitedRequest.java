package io.outlast.api;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A request of unknown length whose body ends in a problem when it is too long. */
final class LimitedRequest extends HttpServletRequestWrapper {

  private final long most;
  private @Nullable ServletInputStream limited;

  LimitedRequest(HttpServletRequest request, long most) {
    super(request);
    this.most = most;
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    if (limited == null) {
      limited = new Limited(super.getInputStream(), most);
    }
    return limited;
  }

  @Override
  public BufferedReader getReader() throws IOException {
    return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
  }

  private static final class Limited extends ServletInputStream {

    private final ServletInputStream body;
    private long left;

    Limited(ServletInputStream body, long most) {
      this.body = body;
      this.left = most;
    }

    @Override
    public int read() throws IOException {
      int read = body.read();
      count(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = body.read(target, offset, length);
      count(read);
      return read;
    }

    private void count(int read) {
      left -= Math.max(0, read);
      if (left < 0) {
        throw BodyLimit.tooLarge();
      }
    }

    @Override
    public boolean isFinished() {
      return body.isFinished();
    }

    @Override
    public boolean isReady() {
      return body.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      body.setReadListener(listener);
    }
  }
}
