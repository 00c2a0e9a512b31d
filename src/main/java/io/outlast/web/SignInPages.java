package io.outlast.web;

import io.outlast.api.BrowserSession;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Lets a browser in with the key that a program would send in a header. */
@Controller
class SignInPages {

  private static final Logger log = LoggerFactory.getLogger(SignInPages.class);

  private final AuthenticationManager doorkeeper;

  SignInPages(AuthenticationManager doorkeeper) {
    this.doorkeeper = doorkeeper;
  }

  @GetMapping("/sign-in")
  String form(@RequestParam(defaultValue = "/") String next, Model model) {
    model.addAttribute("next", local(next));
    return "sign-in";
  }

  @PostMapping("/sign-in")
  Object signIn(
      @RequestParam(defaultValue = "") String key,
      @RequestParam(defaultValue = "/") String next,
      HttpServletRequest request) {
    String shown = key.strip();
    if (!isKnown(shown)) {
      ModelAndView again = new ModelAndView("sign-in", HttpStatus.UNAUTHORIZED);
      again.addObject("next", local(next));
      again.addObject("refused", true);
      return again;
    }
    return goTo(local(next), BrowserSession.of(shown, request));
  }

  @PostMapping("/sign-out")
  ResponseEntity<Void> signOut(HttpServletRequest request) {
    return goTo("/sign-in", BrowserSession.none(request));
  }

  private boolean isKnown(String key) {
    try {
      return !key.isEmpty()
          && doorkeeper.authenticate(new BearerTokenAuthenticationToken(key)).isAuthenticated();
    } catch (AuthenticationException e) {
      log.info("A key that is not known was shown at the sign-in form");
      return false;
    }
  }

  private static ResponseEntity<Void> goTo(String path, ResponseCookie cookie) {
    return ResponseEntity.status(HttpStatus.SEE_OTHER)
        .location(URI.create(path))
        .header(HttpHeaders.SET_COOKIE, cookie.toString())
        .build();
  }

  /** Never to another site, whatever the address says. */
  private static String local(String next) {
    boolean local = next.matches("/[\\x21-\\x7e&&[^\\\\\"<>]]*") && !next.startsWith("//");
    return local && isAddress(next) ? next : "/";
  }

  private static boolean isAddress(String text) {
    try {
      return URI.create(text).getAuthority() == null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
