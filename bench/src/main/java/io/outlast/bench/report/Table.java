package io.outlast.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table in Markdown. */
final class Table {

  private final List<String> lines = new ArrayList<>();

  Table(String... columns) {
    lines.add(row(columns));
    StringBuilder rule = new StringBuilder("|");
    for (int i = 0; i < columns.length; i++) {
      rule.append(i == 0 ? "---|" : "---:|");
    }
    lines.add(rule.toString());
  }

  Table add(Object... cells) {
    String[] texts = new String[cells.length];
    for (int i = 0; i < cells.length; i++) {
      texts[i] = text(cells[i]);
    }
    lines.add(row(texts));
    return this;
  }

  /** Numbers are given three digits that count, and thousands their comma. */
  static String text(Object cell) {
    if (cell == null) {
      return "–";
    }
    if (!(cell instanceof Number number)) {
      return cell.toString();
    }
    double value = number.doubleValue();
    double size = Math.abs(value);
    int digits = value == Math.rint(value) || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + digits + "f", value).replaceFirst("^-(0(\\.0+)?)$", "$1").replace('-', '−');
  }

  private static String row(String[] cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  @Override
  public String toString() {
    return String.join("\n", lines) + "\n";
  }
}
