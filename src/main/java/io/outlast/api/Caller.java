package io.outlast.api;

import io.outlast.settings.SecuritySettings.ApiKey;
import io.outlast.settings.SecuritySettings.Role;
import java.util.Collection;
import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** A caller who has shown an API key; known by the key's name. */
final class Caller extends AbstractAuthenticationToken {

  private static final long serialVersionUID = 1L;

  private final String name;

  Caller(ApiKey key) {
    super(authorities(key.role()));
    this.name = key.name();
    setAuthenticated(true);
  }

  /** An operator may do whatever a viewer may. */
  static Collection<GrantedAuthority> authorities(Role role) {
    GrantedAuthority viewer = new SimpleGrantedAuthority("ROLE_" + Role.VIEWER);
    return switch (role) {
      case VIEWER -> List.of(viewer);
      case OPERATOR -> List.of(viewer, new SimpleGrantedAuthority("ROLE_" + Role.OPERATOR));
    };
  }

  @Override
  public Object getPrincipal() {
    return name;
  }

  @Override
  public Object getCredentials() {
    return "";
  }
}
