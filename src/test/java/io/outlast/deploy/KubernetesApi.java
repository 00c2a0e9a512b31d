package io.outlast.deploy;

import static io.outlast.deploy.Manifests.map;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.yaml.snakeyaml.Yaml;

/** Judges an object as the API server would: unknown and missing fields, and numbers for text. */
final class KubernetesApi {

  @FunctionalInterface
  private interface Type {
    void check(JsonElement json) throws IOException;
  }

  private static final Gson GSON = new Gson();

  private static final Map<String, Type> TYPES =
      Map.ofEntries(
          Map.entry("v1/ConfigMap", V1ConfigMap::validateJsonElement),
          Map.entry("v1/Secret", V1Secret::validateJsonElement),
          Map.entry("v1/Service", V1Service::validateJsonElement),
          Map.entry("v1/ServiceAccount", V1ServiceAccount::validateJsonElement),
          Map.entry("v1/Pod", V1Pod::validateJsonElement),
          Map.entry("v1/PersistentVolumeClaim", V1PersistentVolumeClaim::validateJsonElement),
          Map.entry("apps/v1/Deployment", V1Deployment::validateJsonElement),
          Map.entry("apps/v1/StatefulSet", V1StatefulSet::validateJsonElement),
          Map.entry("policy/v1/PodDisruptionBudget", V1PodDisruptionBudget::validateJsonElement),
          Map.entry(
              "autoscaling/v2/HorizontalPodAutoscaler",
              V2HorizontalPodAutoscaler::validateJsonElement),
          Map.entry("networking.k8s.io/v1/NetworkPolicy", V1NetworkPolicy::validateJsonElement),
          Map.entry("networking.k8s.io/v1/Ingress", V1Ingress::validateJsonElement));

  /** Objects of others' operators, of which there are no types: the fields that the chart uses. */
  private static final Map<String, Schema> OTHERS = others();

  private static final Set<String> TEXT_MAPS =
      Set.of("labels", "annotations", "matchLabels", "data", "nodeSelector");

  static {
    // Makes the types ready.
    new JSON();
  }

  private KubernetesApi() {}

  static List<String> faults(Map<String, Object> object) {
    String type = object.get("apiVersion") + "/" + object.get("kind");
    List<String> faults = new ArrayList<>();
    if (TYPES.containsKey(type)) {
      try {
        TYPES.get(type).check(GSON.toJsonTree(object));
      } catch (IllegalArgumentException e) {
        faults.add(e.getMessage());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    } else if (OTHERS.containsKey(type)) {
      OTHERS
          .get(type)
          .validate(GSON.toJson(object), InputFormat.JSON)
          .forEach(error -> faults.add(error.getInstanceLocation() + " " + error.getMessage()));
    } else {
      faults.add("unknown type " + type);
    }
    if (!"ExternalSecret".equals(object.get("kind"))) {
      numbersForText(object, "", faults);
    }
    return faults.stream().map(fault -> type + ": " + fault).toList();
  }

  private static void numbersForText(Object value, String path, List<String> faults) {
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, child) -> {
        String here = path + "." + key;
        if (TEXT_MAPS.contains(key) && child instanceof Map<?, ?> texts) {
          texts.forEach((name, text) -> text(text, here + "." + name, faults));
        } else if ("env".equals(key)) {
          Manifests.list(child)
              .forEach(
                  env -> text(Objects.requireNonNullElse(map(env).get("value"), ""), here, faults));
        } else {
          numbersForText(child, here, faults);
        }
      });
    } else if (value instanceof List<?> items) {
      items.forEach(item -> numbersForText(item, path + "[]", faults));
    }
  }

  private static void text(Object value, String path, List<String> faults) {
    if (!(value instanceof String)) {
      faults.add(path + " is no text: " + value);
    }
  }

  private static Map<String, Schema> others() {
    try (InputStream in = KubernetesApi.class.getResourceAsStream("/deploy/custom-resources.yml")) {
      SchemaRegistry registry =
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
      Map<String, Schema> schemas = new HashMap<>();
      Map<String, Object> read = new Yaml().load(in);
      read.forEach((type, schema) -> schemas.put(type, registry.getSchema(GSON.toJson(schema))));
      return schemas;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
