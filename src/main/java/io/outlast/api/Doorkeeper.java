package io.outlast.api;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;

/** Decides whose bearer token it is: an API key's or, where an issuer is configured, a JWT's. */
final class Doorkeeper implements AuthenticationManager {

  private final ApiKeys keys;
  private final @Nullable AuthenticationProvider jwts;

  Doorkeeper(ApiKeys keys, @Nullable AuthenticationProvider jwts) {
    this.keys = keys;
    this.jwts = jwts;
  }

  @Override
  public Authentication authenticate(Authentication shown) {
    if (!(shown instanceof BearerTokenAuthenticationToken bearer)) {
      throw new InvalidBearerTokenException("Not a bearer token");
    }
    var key = keys.find(bearer.getToken());
    if (key.isPresent()) {
      return new Caller(key.get());
    }
    Authentication caller = jwts == null ? null : jwts.authenticate(shown);
    if (caller == null) {
      throw new InvalidBearerTokenException("Unknown key");
    }
    return caller;
  }
}
