package io.outlast.doctor;

import java.util.ArrayList;
import java.util.List;

/** What there is to say of the models. */
final class ModelFindings {

  private ModelFindings() {}

  static List<Finding> of(List<ModelReport> models) {
    List<Finding> findings = new ArrayList<>();
    for (ModelReport model : models) {
      String subject = "model " + model.name();
      if (model.reachable()) {
        continue;
      }
      if (model.usedBy().isEmpty()) {
        findings.add(Finding.info(subject, model.detail() + "; no agent uses it"));
      } else {
        findings.add(
            Finding.warn(
                subject, model.detail() + "; used by " + String.join(", ", model.usedBy())));
      }
    }
    return findings;
  }
}
