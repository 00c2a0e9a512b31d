package io.outlast;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * For every test: what is waited for may take as long as a busy machine needs. A test that ends
 * well never waits longer for it.
 */
public final class PatientWaits implements BeforeAllCallback {

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
  }
}
