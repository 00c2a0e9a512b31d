package io.outlast.api;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/** Says where the service listens and who is let in. */
final class ListenLog implements ApplicationListener<WebServerInitializedEvent> {

  private static final Logger log = LoggerFactory.getLogger(ListenLog.class);

  private final Access access;
  private final Environment environment;

  ListenLog(Access access, Environment environment) {
    this.access = access;
    this.environment = environment;
  }

  @Override
  public void onApplicationEvent(WebServerInitializedEvent event) {
    String namespace = event.getApplicationContext().getServerNamespace();
    String key = namespace == null ? "server.address" : namespace + ".server.address";
    String address = environment.getProperty(key, "");
    log.info(
        "Listening on {}, port {}; {}",
        address.isBlank() ? "every address of this machine" : address,
        event.getWebServer().getPort(),
        access.inWords());
  }
}
