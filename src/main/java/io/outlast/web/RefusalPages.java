package io.outlast.web;

import io.outlast.api.PageRefusal;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;

/** Says why a page is refused, where that was decided before any page. */
@Controller
class RefusalPages {

  @GetMapping(PageRefusal.PATH)
  String refusal(
      @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx,
      HttpServletRequest request,
      Model model) {
    PageRefusal refusal =
        PageRefusal.of(request)
            .orElseThrow(() -> new NoSuchPage("There is nothing at this address."));
    model.addAttribute("title", refusal.status().getReasonPhrase());
    model.addAttribute("message", refusal.message());
    return htmx == null ? "missing" : "missing :: message";
  }
}
