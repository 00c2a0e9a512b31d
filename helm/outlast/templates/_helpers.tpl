{{- define "outlast.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "outlast.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- $name := include "outlast.name" . }}
{{- contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name) | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "outlast.selector" -}}
app.kubernetes.io/name: {{ include "outlast.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "outlast.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
{{ include "outlast.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: outlast
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* Of the service itself: what selects its pods must not select the trial database or the test. */}}
{{- define "outlast.podSelector" -}}
{{ include "outlast.selector" . }}
app.kubernetes.io/component: service
{{- end }}

{{- define "outlast.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end }}
{{- end }}
{{- end }}

{{- define "outlast.serviceAccount" -}}
{{- .Values.serviceAccount.create | ternary (default (include "outlast.fullname" .) .Values.serviceAccount.name) (default "default" .Values.serviceAccount.name) }}
{{- end }}

{{- /* Whole seconds of a duration as the service reads it, rounded up. */}}
{{- define "outlast.seconds" -}}
{{- $text := toString . -}}
{{- if regexMatch "^[0-9]+$" $text -}}
{{ $text }}
{{- else if regexMatch "^[0-9]+(ms|s|m|h)$" $text -}}
{{- $number := regexFind "^[0-9]+" $text | int64 -}}
{{- $unit := regexFind "[a-z]+$" $text -}}
{{- if eq $unit "ms" }}{{ div (add $number 999) 1000 }}{{ else }}{{ mul $number (get (dict "s" 1 "m" 60 "h" 3600) $unit) }}{{ end -}}
{{- else if regexMatch "^PT([0-9]+H)?([0-9]+M)?([0-9]+S)?$" $text -}}
{{- $hours := regexFind "[0-9]+H" $text | trimSuffix "H" | default "0" | int64 -}}
{{- $minutes := regexFind "[0-9]+M" $text | trimSuffix "M" | default "0" | int64 -}}
{{- $seconds := regexFind "[0-9]+S" $text | trimSuffix "S" | default "0" | int64 -}}
{{ add (mul $hours 3600) (mul $minutes 60) $seconds }}
{{- else -}}
{{- fail (printf "drainTimeout: '%s' is not a duration: write 500ms, 90s, 10m, 1h, PT10M or a plain number of seconds" $text) -}}
{{- end -}}
{{- end }}

{{- define "outlast.drainSeconds" -}}
{{ include "outlast.seconds" .Values.drainTimeout }}
{{- end }}

{{- /* preStop, drain, then 20 s for handing runs over, ending MCP servers and open requests. */}}
{{- define "outlast.gracePeriod" -}}
{{- $busy := add (include "outlast.drainSeconds" . | int64) (.Values.preStopSeconds | int64) -}}
{{- if kindIs "invalid" .Values.terminationGracePeriodSeconds -}}
{{ add $busy 20 }}
{{- else -}}
{{- $given := .Values.terminationGracePeriodSeconds | int64 -}}
{{- if lt $given (add $busy 10) -}}
{{- fail (printf "terminationGracePeriodSeconds: %d s is too short: pods would be killed before drainTimeout (%s) and preStopSeconds (%d) are over and their runs handed over. Give %d s or more, or leave it out to have it derived" $given (toString .Values.drainTimeout) (int64 .Values.preStopSeconds) (add $busy 10)) -}}
{{- end -}}
{{ $given }}
{{- end -}}
{{- end }}

{{- define "outlast.externalDatabase" -}}
{{- if or .Values.database.url .Values.database.urlKey }}yes{{ end }}
{{- end }}

{{- define "outlast.hasDatabase" -}}
{{- if or (include "outlast.externalDatabase" .) .Values.postgresql.enabled }}yes{{ end }}
{{- end }}

{{- define "outlast.databaseSecret" -}}
{{- if include "outlast.externalDatabase" . -}}
{{ .Values.database.existingSecret }}
{{- else -}}
{{ .Values.postgresql.existingSecret | default (printf "%s-postgresql" (include "outlast.fullname" .)) }}
{{- end -}}
{{- end }}

{{- define "outlast.credentialsSecret" -}}
{{- if .Values.credentials.existingSecret -}}
{{ .Values.credentials.existingSecret }}
{{- else if .Values.externalSecret.enabled -}}
{{ include "outlast.fullname" . }}-credentials
{{- end -}}
{{- end }}

{{- define "outlast.multiplePods" -}}
{{- if .Values.autoscaling.enabled -}}
{{- if gt (int .Values.autoscaling.maxReplicas) 1 }}yes{{ end -}}
{{- else if gt (int .Values.replicas) 1 }}yes{{ end -}}
{{- end }}

{{- define "outlast.agentsConfigMap" -}}
{{- if .Values.agents.existingConfigMap -}}
{{ .Values.agents.existingConfigMap }}
{{- else if .Values.agents.files -}}
{{ include "outlast.fullname" . }}-agents
{{- end -}}
{{- end }}

{{- /* What the chart knows of application.yml; the user's words win over it. */}}
{{- define "outlast.config" -}}
{{- $drain := include "outlast.drainSeconds" . | int64 -}}
{{- $runs := dict "drain-timeout" (printf "%ds" $drain) -}}
{{- $mcp := dict -}}
{{- with .Values.mcpServers }}{{ $_ := set $mcp "servers" . }}{{ end -}}
{{- if .Values.mcpJson }}{{ $_ := set $mcp "config" "file:/etc/outlast/mcp.json" }}{{ end -}}
{{- $security := dict -}}
{{- with .Values.apiKeys }}{{ $_ := set $security "api-keys" . }}{{ end -}}
{{- if .Values.allowAnonymous }}{{ $_ := set $security "allow-anonymous" true }}{{ end -}}
{{- $outlast := dict "data-dir" "/data" "agents" (dict "location" "file:/etc/outlast-agents/") "runs" $runs -}}
{{- if $mcp }}{{ $_ := set $outlast "mcp" $mcp }}{{ end -}}
{{- if $security }}{{ $_ := set $outlast "security" $security }}{{ end -}}
{{- $spring := dict "lifecycle" (dict "timeout-per-shutdown-phase" (printf "%ds" (add $drain 15))) -}}
{{- if include "outlast.hasDatabase" . }}{{ $_ := set $spring "datasource" (dict "hikari" (dict "maximum-pool-size" (int .Values.database.poolSize))) }}{{ end -}}
{{- if .Values.credentials.mountFiles }}{{ $_ := set $spring "config" (dict "import" "optional:configtree:/run/secrets/outlast/") }}{{ end -}}
{{- $config := dict "outlast" $outlast "spring" $spring "server" (dict "port" 8080) -}}
{{- with .Values.tracing.endpoint -}}
{{- $_ := set $config "management" (dict "opentelemetry" (dict "tracing" (dict "export" (dict "otlp" (dict "endpoint" .)))) "tracing" (dict "sampling" (dict "probability" $.Values.tracing.probability))) -}}
{{- end -}}
{{- $logging := dict -}}
{{- with .Values.logging.format }}{{ $_ := set $logging "structured" (dict "format" (dict "console" .)) }}{{ end -}}
{{- with .Values.logging.levels }}{{ $_ := set $logging "level" . }}{{ end -}}
{{- if $logging }}{{ $_ := set $config "logging" $logging }}{{ end -}}
{{- toYaml (mustMergeOverwrite $config (deepCopy .Values.config)) -}}
{{- end }}

{{- /* Everything that could be wrong in a way the schema cannot say. */}}
{{- define "outlast.validate" -}}
{{- if and (include "outlast.multiplePods" .) (not (include "outlast.hasDatabase" .)) -}}
{{- fail "More than one pod needs a database that they share: set database.url (and database.existingSecret), or postgresql.enabled=true for a trial. Without one, keep replicas=1 and autoscaling off: the embedded database is for one process only" -}}
{{- end -}}
{{- if and (include "outlast.externalDatabase" .) .Values.postgresql.enabled -}}
{{- fail "database and postgresql.enabled exclude each other: leave one out" -}}
{{- end -}}
{{- if and (include "outlast.externalDatabase" .) (not .Values.database.existingSecret) -}}
{{- fail "database.existingSecret is missing: the Secret with the password of the database (keys database.usernameKey and database.passwordKey)" -}}
{{- end -}}
{{- if and .Values.database.url (not (hasPrefix "jdbc:postgresql:" .Values.database.url)) -}}
{{- fail "database.url: only PostgreSQL can be shared: write jdbc:postgresql://HOST:5432/DB" -}}
{{- end -}}
{{- if and .Values.database.url (regexMatch "://[^/]*@|[?&]password=" .Values.database.url) -}}
{{- fail "database.url: keep user and password out of it: they go into the Secret database.existingSecret" -}}
{{- end -}}
{{- $jwt := dig "spring" "security" "oauth2" "resourceserver" "jwt" dict .Values.config -}}
{{- $keys := or .Values.apiKeys (dig "outlast" "security" "api-keys" (list) .Values.config) -}}
{{- if not (or $keys .Values.allowAnonymous (include "outlast.credentialsSecret" .) $jwt .Values.extraEnv .Values.envFrom) -}}
{{- fail "Nobody could use the service: it has no credentials. Give one of credentials.existingSecret (a Secret with OUTLAST_API_KEY), externalSecret, apiKeys, config.spring.security.oauth2.resourceserver.jwt.issuer-uri, or allowAnonymous=true where the network is trusted" -}}
{{- end -}}
{{- $runs := dig "outlast" "runs" dict .Values.config -}}
{{- range $key := list "drain-timeout" "drainTimeout" "drain_timeout" -}}
{{- if or (hasKey $runs $key) (hasKey $.Values.config (printf "outlast.runs.%s" $key)) -}}
{{- fail (printf "config.outlast.runs.%s: set drainTimeout instead, from which the pods' grace period is derived" $key) -}}
{{- end -}}
{{- end -}}
{{- if or (dig "server" "port" "" .Values.config) (dig "management" "server" "port" "" .Values.config) (hasKey .Values.config "server.port") (hasKey .Values.config "management.server.port") -}}
{{- fail "config: server.port and management.server.port are the chart's: probes, Service and metrics use 8080. What clients see is service.port" -}}
{{- end -}}
{{- range .Values.extraEnv -}}
{{- if regexMatch "^OUTLAST_RUNS_DRAIN_?TIMEOUT$" .name -}}
{{- fail (printf "extraEnv %s: set drainTimeout instead, from which the pods' grace period is derived" .name) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.agents.files .Values.agents.existingConfigMap -}}
{{- fail "agents.files and agents.existingConfigMap exclude each other: leave one out" -}}
{{- end -}}
{{- if and .Values.credentials.mountFiles (not (include "outlast.credentialsSecret" .)) -}}
{{- fail "credentials.mountFiles has nothing to mount: set credentials.existingSecret or externalSecret.enabled" -}}
{{- end -}}
{{- if and .Values.externalSecret.enabled .Values.credentials.existingSecret -}}
{{- fail "externalSecret.enabled and credentials.existingSecret exclude each other: leave one out" -}}
{{- end -}}
{{- if and .Values.externalSecret.enabled (not (get .Values.externalSecret.secretStoreRef "name")) -}}
{{- fail "externalSecret.secretStoreRef.name is missing: the store that has the values" -}}
{{- end -}}
{{- if and .Values.externalSecret.enabled (not (or .Values.externalSecret.data .Values.externalSecret.dataFrom)) -}}
{{- fail "externalSecret reads nothing: give data or dataFrom" -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled (gt (int .Values.autoscaling.minReplicas) (int .Values.autoscaling.maxReplicas)) -}}
{{- fail "autoscaling.minReplicas is above maxReplicas" -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled (not (or .Values.autoscaling.targetCPUUtilizationPercentage .Values.autoscaling.targetQueueDepth)) -}}
{{- fail "autoscaling has nothing to go by: set targetCPUUtilizationPercentage or targetQueueDepth" -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) -}}
{{- fail "httpRoute.parentRefs is missing: the Gateways that serve the route" -}}
{{- end -}}
{{- if and .Values.serviceMonitor.enabled (not .Values.allowAnonymous) (not .Values.serviceMonitor.secretName) (not (include "outlast.credentialsSecret" .)) -}}
{{- fail "serviceMonitor.secretName is missing: metrics are read with an API key, and there is no Secret with one" -}}
{{- end -}}
{{- if and .Values.postgresql.enabled (not .Values.postgresql.existingSecret) (not .Values.postgresql.password) .Release.IsUpgrade (not (lookup "v1" "Secret" .Release.Namespace (include "outlast.databaseSecret" .))) -}}
{{- fail "The password of the chart's PostgreSQL cannot be read from the cluster: give postgresql.password or postgresql.existingSecret" -}}
{{- end -}}
{{- end }}
