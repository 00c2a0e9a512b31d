package io.outlast.journal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A database whose connection breaks, when asked to, after it committed and before it says so. */
final class UnsureDatabase extends DelegatingDataSource {

  private final AtomicInteger unconfirmed = new AtomicInteger();

  UnsureDatabase(DataSource database) {
    super(database);
  }

  void failAfterCommits(int next) {
    unconfirmed.set(next);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection real = super.getConnection();
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              Object result;
              try {
                result = method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              if (method.getName().equals("commit")
                  && unconfirmed.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new SQLNonTransientConnectionException("broken on purpose", "08006");
              }
              return result;
            });
  }
}
