package io.outlast.api;

import io.outlast.settings.SecuritySettings.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;

/**
 * What the bearer of a JWT may do. The words {@code outlast:operator} and {@code outlast:viewer}
 * (or with a dot) in the claims {@code scope} (RFC 8693), {@code scp} or {@code roles} count,
 * nothing else does: another application's "operator" is not ours.
 */
final class JwtRoles implements Converter<Jwt, JwtAuthenticationToken> {

  private static final List<String> CLAIMS = List.of("scope", "scp", "roles");
  private static final Set<String> OPERATOR = Set.of("outlast:operator", "outlast.operator");
  private static final Set<String> VIEWER = Set.of("outlast:viewer", "outlast.viewer");

  @Override
  public JwtAuthenticationToken convert(Jwt jwt) {
    String subject = jwt.getSubject();
    return new JwtAuthenticationToken(
        jwt, authorities(words(jwt)), subject == null ? "nameless" : subject);
  }

  private static Collection<GrantedAuthority> authorities(List<String> words) {
    if (words.stream().anyMatch(OPERATOR::contains)) {
      return Caller.authorities(Role.OPERATOR);
    }
    return words.stream().anyMatch(VIEWER::contains) ? Caller.authorities(Role.VIEWER) : List.of();
  }

  private static List<String> words(Jwt jwt) {
    List<String> words = new ArrayList<>();
    for (String claim : CLAIMS) {
      switch (jwt.getClaims().get(claim)) {
        case String text -> words.addAll(Arrays.asList(text.split(" ")));
        case Collection<?> list -> list.forEach(word -> words.add(String.valueOf(word)));
        case null, default -> {}
      }
    }
    return words;
  }
}
