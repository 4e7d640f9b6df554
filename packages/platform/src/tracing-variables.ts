import { z } from "zod";

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

/** What OpenTelemetry calls the settings of traces, beside the address that turns them on. */
export const TracingVariables = {
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, "must be a number from 0 to 1")
    .transform(Number)
    .default(1),
};
