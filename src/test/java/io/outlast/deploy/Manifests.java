package io.outlast.deploy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

/** Kubernetes objects as maps. */
record Manifests(List<Map<String, Object>> all) {

  static Manifests of(String yaml) {
    LoaderOptions strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    return new Manifests(
        StreamSupport.stream(new Yaml(strict).loadAll(yaml).spliterator(), false)
            .filter(Objects::nonNull)
            .map(Manifests::map)
            .toList());
  }

  Stream<Map<String, Object>> kind(String kind) {
    return all.stream().filter(it -> kind.equals(it.get("kind")));
  }

  Map<String, Object> one(String kind, String name) {
    return kind(kind)
        .filter(it -> name.equals(at(it, "metadata.name")))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " " + name + " among " + names()));
  }

  List<String> names() {
    return all.stream().map(it -> it.get("kind") + "/" + at(it, "metadata.name")).toList();
  }

  Map<String, Object> deployment() {
    return one("Deployment", "demo-outlast");
  }

  Map<String, Object> pod() {
    return map(at(deployment(), "spec.template.spec"));
  }

  Map<String, Object> container() {
    return map(list(pod().get("containers")).getFirst());
  }

  /** What the service reads as {@code application.yml}. */
  Map<String, Object> config() {
    String text =
        String.valueOf(map(one("ConfigMap", "demo-outlast").get("data")).get("application.yml"));
    return map(new Yaml().load(text));
  }

  String checksum(String of) {
    return String.valueOf(
        map(at(deployment(), "spec.template.metadata.annotations")).get("checksum/" + of));
  }

  /** The value at a path with dots, or null. */
  static Object at(Object object, String path) {
    Object here = object;
    for (String key : path.split("\\.")) {
      here = here instanceof Map<?, ?> map ? map.get(key) : null;
    }
    return here;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Object object) {
    return (Map<String, Object>) object;
  }

  static List<?> list(Object object) {
    return object == null ? List.of() : (List<?>) object;
  }
}
