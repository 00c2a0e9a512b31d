package io.outlast.settings;

import java.util.Collection;

/** Makes maskers for the tests of other packages. */
public final class Maskers {

  private Maskers() {}

  public static SecretMasker of(Collection<String> secrets) {
    return new SecretMasker(secrets);
  }
}
