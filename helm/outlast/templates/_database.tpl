{{- define "outlast.databaseEnv" -}}
{{- if include "outlast.hasDatabase" . -}}
{{- $secret := include "outlast.databaseSecret" . -}}
- name: SPRING_DATASOURCE_URL
{{- if .Values.postgresql.enabled }}
  value: jdbc:postgresql://{{ include "outlast.fullname" . }}-postgresql:5432/outlast
{{- else if .Values.database.url }}
  value: {{ .Values.database.url | quote }}
{{- else }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: {{ .Values.database.urlKey }}
{{- end }}
- name: SPRING_DATASOURCE_USERNAME
{{- if .Values.postgresql.enabled }}
  value: outlast
{{- else if .Values.database.username }}
  value: {{ .Values.database.username | quote }}
{{- else }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: {{ .Values.database.usernameKey }}
{{- end }}
- name: SPRING_DATASOURCE_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: {{ .Values.postgresql.enabled | ternary "password" .Values.database.passwordKey }}
{{- end -}}
{{- end }}
