{{- define "docsteward.name" -}}
{{- printf "%s-docsteward" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "docsteward.labels" -}}
app.kubernetes.io/name: docsteward
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* Labels of the pods of one part: (dict "root" $ "part" "web") */}}
{{- define "docsteward.selector" -}}
app.kubernetes.io/name: docsteward
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "docsteward.image" -}}
{{- $tag := default (printf "v%s" .Chart.AppVersion) .Values.image.tag -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ $tag }}
{{- end -}}
{{- end -}}

{{/* What web, worker and migrations have in common in a pod. */}}
{{- define "docsteward.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "docsteward.container" -}}
image: {{ include "docsteward.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  - { name: secrets, mountPath: /run/secrets, readOnly: true }
  {{- if .Values.database.caSecret }}
  - { name: database-ca, mountPath: /run/database-ca, readOnly: true }
  {{- end }}
{{- end -}}

{{- define "docsteward.env" -}}
- { name: BASE_URL, value: {{ .Values.baseUrl | quote }} }
- { name: TRUSTED_PROXIES, value: {{ .Values.trustedProxies | quote }} }
- { name: LOG_FORMAT, value: json }
{{- range $variable, $key := .Values.secretKeys }}
- { name: {{ $variable }}_FILE, value: {{ printf "/run/secrets/%s" $key | quote }} }
{{- end }}
{{- range $variable, $value := .Values.env }}
- { name: {{ $variable }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}

{{- define "docsteward.volumes" -}}
- name: data
  emptyDir:
    sizeLimit: {{ .Values.cacheSize }}
- name: tmp
  emptyDir: {}
- name: secrets
  secret:
    secretName: {{ .Values.existingSecret }}
    defaultMode: 0440
{{- if .Values.database.caSecret }}
- name: database-ca
  secret:
    secretName: {{ .Values.database.caSecret }}
    defaultMode: 0444
{{- end }}
{{- end -}}
