package io.outlast.journal;

import static io.outlast.journal.Columns.at;

import io.outlast.run.Run;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A list query put together from a filter. */
final class RunSearch {

  private final StringBuilder where = new StringBuilder("1 = 1");
  private final Map<String, @Nullable Object> params = new HashMap<>();

  private RunSearch() {}

  static RunSearch of(RunFilter filter) {
    RunSearch search = new RunSearch();
    search.add(
        "status = :status", "status", filter.status() == null ? null : filter.status().wireName());
    search.add("agent = :agent", "agent", filter.agent());
    search.add("created_at >= :since", "since", at(filter.since()));
    search.add("created_at < :until", "until", at(filter.until()));
    search.add("id < :before", "before", filter.before() == null ? null : filter.before().value());
    int number = 0;
    for (Map.Entry<String, String> label : filter.metadata().entrySet()) {
      String name = "name" + number;
      String value = "value" + number++;
      search.params.put(name, label.getKey());
      search.add(
          "exists (select 1 from run_metadata m where m.run_id = run.id and m.name = :"
              + name
              + " and m.label = :"
              + value
              + ")",
          value,
          label.getValue());
    }
    return search;
  }

  private void add(String condition, String param, @Nullable Object value) {
    if (value != null) {
      where.append(" and ").append(condition);
      params.put(param, value);
    }
  }

  java.util.List<Run> run(JdbcClient jdbc, RowMapper<Run> rows, int limit) {
    return jdbc.sql("select * from run where " + where + " order by id desc limit :limit")
        .params(params)
        .param("limit", limit)
        .query(rows)
        .list();
  }
}
