import { z } from "zod";
import { trimEndOf } from "../cut-text.ts";

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
/** Headers as OpenTelemetry writes them: `name=value` with commas between, values percent-encoded. */
const otlpHeaders = z.string().transform((value, context): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const pair of value.split(",").filter((part) => part.trim() !== "")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(at, 0)).trim();
    const decoded = decodeText(pair.slice(at + 1).trim());
    if (!HEADER_NAME.test(name) || decoded === null || !HEADER_VALUE.test(decoded)) {
      // The pair may be a secret, so it isn't shown.
      context.addIssue({
        code: "custom",
        message: "must be headers such as authorization=Bearer%20x, with commas between",
      });
      return z.NEVER;
    }
    headers[name] = decoded;
  }
  return headers;
});

function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // A URIError, the only thing it throws.
    return null;
  }
}

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// URL" });
/** Of a signal. Unlike the common address it is used as it is. */
const address = httpUrl.optional();
const exporter = z.enum(["otlp", "none"]).default("otlp");
const MIN_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 3_600_000;
const INTERVAL_SHAPE = `must be milliseconds from ${MIN_INTERVAL_MS} to ${MAX_INTERVAL_MS}`;

/** What OpenTelemetry calls the settings of its signals. */
export const TelemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.transform((value) => trimEndOf(value, "/")).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).optional(),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_LOGS_EXPORTER: exporter,
  OTEL_METRIC_EXPORT_INTERVAL: z
    .string()
    .regex(/^\d{1,8}$/, INTERVAL_SHAPE)
    .transform(Number)
    .refine((value) => value >= MIN_INTERVAL_MS && value <= MAX_INTERVAL_MS, INTERVAL_SHAPE)
    .default(60_000),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, "must be a number from 0 to 1")
    .transform(Number)
    .default(1),
};

type Signal = "traces" | "metrics" | "logs";
type Variables = Pick<
  z.output<z.ZodObject<typeof TelemetryVariables>>,
  | "OTEL_EXPORTER_OTLP_ENDPOINT"
  | `OTEL_EXPORTER_OTLP_${Uppercase<Signal>}_ENDPOINT`
  | `OTEL_${Uppercase<Signal>}_EXPORTER`
>;

/** Where the collector takes each signal; undefined for one that isn't sent. */
export function collectorUrls(variables: Variables): Record<Signal, string | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: common } = variables;
  const urlOf = (signal: Signal) => {
    const name = signal.toUpperCase() as Uppercase<Signal>;
    if (variables[`OTEL_${name}_EXPORTER`] === "none") return undefined;
    return variables[`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`] ?? (common && `${common}/v1/${signal}`);
  };
  return { traces: urlOf("traces"), metrics: urlOf("metrics"), logs: urlOf("logs") };
}
