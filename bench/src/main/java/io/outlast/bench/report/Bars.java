package io.outlast.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A chart of horizontal bars in groups, as SVG that is read on light and on dark ground. */
final class Bars {

  private static final int LEFT = 190;
  private static final int WIDTH = 420;
  private static final int BAR = 18;

  private record Bar(String name, double value, String label, boolean ours) {}

  private record Group(String title, List<Bar> bars) {}

  private final String title;
  private final List<Group> groups = new ArrayList<>();

  Bars(String title) {
    this.title = title;
  }

  Bars group(String name) {
    groups.add(new Group(name, new ArrayList<>()));
    return this;
  }

  Bars bar(String name, double value, String label) {
    groups.getLast().bars().add(new Bar(name, value, label, name.startsWith("Outlast")));
    return this;
  }

  /** Empty when there is nothing to show. */
  String svg() {
    double most = groups.stream().flatMap(group -> group.bars().stream()).mapToDouble(Bar::value).max().orElse(0);
    if (most <= 0) {
      return "";
    }
    StringBuilder body = new StringBuilder();
    int y = 34;
    for (Group group : groups) {
      y += 8;
      body.append(Svg.text(12, y + 12, "head", group.title()));
      y += 22;
      for (Bar bar : group.bars()) {
        double width = Math.max(1, bar.value() / most * WIDTH);
        body.append(Svg.text(LEFT - 8, y + 13, "name", bar.name()));
        body.append(
            String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
                bar.ours() ? "ours" : "other",
                LEFT,
                y,
                width,
                BAR - 4));
        body.append(Svg.text((int) (LEFT + width + 6), y + 12, "value", bar.label()));
        y += BAR;
      }
    }
    return Svg.of(LEFT + WIDTH + 110, y + 14, title, body.toString());
  }
}
