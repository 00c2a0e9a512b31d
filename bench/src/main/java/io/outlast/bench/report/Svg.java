package io.outlast.bench.report;

/** The frame of a picture: its colours follow those of whoever looks at it. */
final class Svg {

  private Svg() {}

  private static final String STYLE =
      """
      <style>
      text{font:12px system-ui,sans-serif;fill:#24292f}
      .title{font-size:14px;font-weight:600}.head{font-weight:600}.name{text-anchor:end}.value,.axis{fill:#57606a}.axis{font-size:11px}
      .ours{fill:#0969da}.other{fill:#8c959f}.line{fill:none;stroke:#0969da;stroke-width:1.5}.grid{stroke:#d0d7de}
      @media (prefers-color-scheme:dark){text{fill:#e6edf3}.value,.axis{fill:#9198a1}.ours{fill:#4493f8}.other{fill:#6e7681}.line{stroke:#4493f8}.grid{stroke:#3d444d}}
      </style>
      """;

  static String of(int width, int height, String title, String body) {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" aria-label=\"%s\">%n"
            .formatted(width, height, width, escaped(title))
        + STYLE
        + text(12, 22, "title", title)
        + body
        + "</svg>\n";
  }

  static String text(int x, int y, String kind, String text) {
    return "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>%n".formatted(kind, x, y, escaped(text));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
