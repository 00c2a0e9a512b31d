package io.outlast.web;

import io.outlast.api.BrowserSessions;
import io.outlast.api.CallerLimits;
import io.outlast.api.CallerLimits.TooMany;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Lets a browser in with the key that a program would send in a header. */
@Controller
@ConditionalOnWebApplication
class SignInPages {

  private static final Logger log = LoggerFactory.getLogger(SignInPages.class);

  private final AuthenticationManager doorkeeper;
  private final BrowserSessions sessions;
  private final CallerLimits limits;

  SignInPages(AuthenticationManager doorkeeper, BrowserSessions sessions, CallerLimits limits) {
    this.doorkeeper = doorkeeper;
    this.sessions = sessions;
    this.limits = limits;
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
      HttpServletRequest request,
      HttpServletResponse response) {
    String shown = key.strip();
    // A key in the address would be in every proxy's log.
    Authentication caller = request.getQueryString() == null ? caller(shown) : null;
    Optional<TooMany> tooMany = limits.ask(caller, request);
    if (tooMany.isPresent()) {
      response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(tooMany.get().seconds()));
      return again(next, HttpStatus.TOO_MANY_REQUESTS, tooMany.get().detail());
    }
    return caller == null
        ? again(next, HttpStatus.UNAUTHORIZED, "This key is not known here.")
        : goTo(local(next), sessions.begin(shown, request));
  }

  /** The key may be a good one, so it counts against nobody. */
  @ExceptionHandler
  ModelAndView unsure(
      AuthenticationServiceException e, HttpServletRequest request, HttpServletResponse response) {
    log.warn("A key that was shown at the sign-in form could not be checked", e);
    response.setHeader(HttpHeaders.RETRY_AFTER, "5");
    return again(
        Objects.requireNonNullElse(request.getParameter("next"), "/"),
        HttpStatus.SERVICE_UNAVAILABLE,
        "Whether this key is known can not be found out at the moment; try again shortly.");
  }

  private static ModelAndView again(String next, HttpStatus status, String refusal) {
    ModelAndView again = new ModelAndView("sign-in", status);
    again.addObject("next", local(next));
    again.addObject("refusal", refusal);
    return again;
  }

  @PostMapping("/sign-out")
  ResponseEntity<Void> signOut(HttpServletRequest request) {
    return goTo("/sign-in", sessions.end(request));
  }

  private @Nullable Authentication caller(String key) {
    try {
      return key.isEmpty()
          ? null
          : doorkeeper.authenticate(new BearerTokenAuthenticationToken(key));
    } catch (AuthenticationServiceException e) {
      throw e;
    } catch (AuthenticationException e) {
      log.info("A key that is not known was shown at the sign-in form");
      return null;
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
