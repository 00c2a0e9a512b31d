package io.outlast.deploy;

/** Values that switch on all that can be switched on together with any database and access. */
final class Everything {

  static final String VALUES =
      """
      image: {repository: acme/outlast-node, digest: "sha256:%s"}
      imagePullSecrets: [{name: pull}]
      commonLabels: {team: agents}
      drainTimeout: 2m
      config: {outlast: {limits: {tool-timeout: 2m}}, spring: {jpa: {x: y}}}
      mcpServers:
        docs: {transport: streamable-http, url: "http://docs/mcp", headers: {Authorization: "Bearer ${DOCS_TOKEN}"}}
      mcpJson: '{"mcpServers": {}}'
      agents: {files: {hello.md: "---\\ndescription: Says hello\\n---\\nSay hello."}}
      service: {type: LoadBalancer, port: 8443, annotations: {a: b}}
      ingress: {enabled: true, className: nginx, annotations: {a: b}, tls: [{secretName: tls, hosts: [outlast.example.com]}]}
      httpRoute: {enabled: true, annotations: {a: b}, parentRefs: [{name: gateway, namespace: net}], hostnames: [outlast.example.com]}
      javaOptions: -Xlog:gc
      networkPolicy:
        restrictEgress: true
        ingressFrom: [{namespaceSelector: {matchLabels: {team: agents}}}]
        egressTo: [{to: [{ipBlock: {cidr: 10.0.0.0/8}}]}]
      serviceMonitor: {enabled: true, labels: {release: prometheus}}
      prometheusRule: {enabled: true, labels: {release: prometheus}}
      dashboard: {enabled: true, annotations: {folder: agents}}
      tracing: {endpoint: "http://collector:4318/v1/traces", probability: 0.5}
      logging: {levels: {io.outlast.mcp: DEBUG}}
      serviceAccount: {annotations: {a: b}}
      podAnnotations: {a: b}
      podLabels: {a: b}
      nodeSelector: {disk: ssd}
      tolerations: [{key: agents, operator: Exists, effect: NoSchedule}]
      affinity: {nodeAffinity: {}}
      priorityClassName: high
      extraEnv: [{name: HTTPS_PROXY, value: "http://proxy:3128"}]
      envFrom: [{configMapRef: {name: more}}]
      extraVolumes: [{name: more, emptyDir: {}}]
      extraVolumeMounts: [{name: more, mountPath: /more}]
      extraContainers: [{name: beside, image: "acme/mcp:1"}]
      initContainers: [{name: first, image: "acme/first:1"}]
      extraObjects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: "{{ .Release.Name }}-more", labels: {a: b}}}
      """
          .formatted("0".repeat(64));

  private Everything() {}
}
