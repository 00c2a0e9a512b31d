package io.outlast.settings;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.AppenderAttachable;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.slf4j.LoggerFactory;

/**
 * A safety net below the code that masks on purpose: every line that Logback writes, with its
 * exception, whatever its format, goes through the masker.
 */
final class MaskedLog extends EncoderBase<ILoggingEvent> {

  private final Encoder<ILoggingEvent> encoder;
  private final SecretMasker masker;
  private final Charset charset;

  private MaskedLog(Encoder<ILoggingEvent> encoder, SecretMasker masker) {
    this.encoder = encoder;
    this.masker = masker;
    this.charset = charset(encoder);
    start();
  }

  static void install(SecretMasker masker) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      for (Logger logger : context.getLoggerList()) {
        wrapAll(logger, masker);
      }
    }
  }

  private static void wrapAll(AppenderAttachable<ILoggingEvent> parent, SecretMasker masker) {
    for (Iterator<Appender<ILoggingEvent>> all = parent.iteratorForAppenders(); all.hasNext(); ) {
      switch (all.next()) {
        case OutputStreamAppender<ILoggingEvent> appender -> wrap(appender, masker);
        case AppenderAttachable<?> nested -> {
          @SuppressWarnings("unchecked")
          AppenderAttachable<ILoggingEvent> events = (AppenderAttachable<ILoggingEvent>) nested;
          wrapAll(events, masker);
        }
        default -> {}
      }
    }
  }

  private static void wrap(OutputStreamAppender<ILoggingEvent> appender, SecretMasker masker) {
    Encoder<ILoggingEvent> now = appender.getEncoder();
    if (now != null) {
      Encoder<ILoggingEvent> bare = now instanceof MaskedLog masked ? masked.encoder : now;
      appender.setEncoder(new MaskedLog(bare, masker));
    }
  }

  private static Charset charset(Encoder<ILoggingEvent> encoder) {
    return encoder instanceof LayoutWrappingEncoder<?> layout && layout.getCharset() != null
        ? layout.getCharset()
        : StandardCharsets.UTF_8;
  }

  @Override
  public byte[] headerBytes() {
    return encoder.headerBytes();
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    byte[] line = encoder.encode(event);
    String text = new String(line, charset);
    String masked = masker.mask(text);
    return masked.equals(text) ? line : masked.getBytes(charset);
  }

  @Override
  public byte[] footerBytes() {
    return encoder.footerBytes();
  }
}
