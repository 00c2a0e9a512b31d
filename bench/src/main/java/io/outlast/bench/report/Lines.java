package io.outlast.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Values over time, each in a panel of its own with its own scale from zero, as SVG. */
final class Lines {

  private static final int LEFT = 120;
  private static final int WIDTH = 480;
  private static final int HEIGHT = 70;

  private record Panel(String name, double[] x, double[] y) {}

  private final String title;
  private final List<Panel> panels = new ArrayList<>();

  Lines(String title) {
    this.title = title;
  }

  Lines panel(String name, double[] x, double[] y) {
    panels.add(new Panel(name, x, y));
    return this;
  }

  /** Empty when there is nothing to show. */
  String svg() {
    StringBuilder body = new StringBuilder();
    int top = 40;
    double end = 0;
    for (Panel panel : panels) {
      end = panel.x().length == 0 ? end : Math.max(end, panel.x()[panel.x().length - 1]);
    }
    if (end == 0) {
      return "";
    }
    for (Panel panel : panels) {
      double most = 0;
      for (double value : panel.y()) {
        most = Math.max(most, value);
      }
      most = most == 0 ? 1 : most * 1.1;
      StringBuilder points = new StringBuilder();
      for (int i = 0; i < panel.x().length; i++) {
        points.append(
            String.format(
                Locale.ROOT, "%.1f,%.1f ", LEFT + panel.x()[i] / end * WIDTH, top + HEIGHT - panel.y()[i] / most * HEIGHT));
      }
      body.append(Svg.text(LEFT - 8, top + 14, "name", panel.name()));
      body.append(Svg.text(LEFT + WIDTH + 6, top + 10, "axis", Table.text(most / 1.1) + " most"));
      body.append(
          "<line class=\"grid\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>%n".formatted(LEFT, top + HEIGHT, LEFT + WIDTH, top + HEIGHT));
      body.append("<polyline class=\"line\" points=\"%s\"/>%n".formatted(points.toString().strip()));
      top += HEIGHT + 18;
    }
    body.append(Svg.text(LEFT, top, "axis", "0"));
    body.append(Svg.text(LEFT + WIDTH - 40, top, "axis", Table.text(end) + " min"));
    return Svg.of(LEFT + WIDTH + 80, top + 14, title, body.toString());
  }
}
