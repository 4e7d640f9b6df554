import { DEFAULT_LIMITS, type LimitName } from "../limits.ts";

/** A JSON Schema, or a place in the document that holds one. */
export type JsonSchema = { [key: string]: unknown };

/** OpenAPI Parameter Object. */
export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};

/** OpenAPI Header Object. */
export type Header = { description: string; schema: JsonSchema };

/** OpenAPI Example Object. */
export type Example = { summary?: string; value: unknown };

/** OpenAPI Media Type Object. */
export type MediaType = {
  schema: JsonSchema;
  examples?: Record<string, Example | { $ref: string }>;
  [extension: `x-${string}`]: unknown;
};

/** OpenAPI Response Object. */
export type DescribedResponse = {
  description: string;
  headers: Record<string, { $ref: string } | Header>;
  content?: Record<string, MediaType>;
};

/** Example code of an operation in one language, in the form of `x-codeSamples`. */
export type CodeSample = { lang: string; label: string; source: string };

/** OpenAPI Operation Object. */
export type DescribedOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: true;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Record<string, MediaType> };
  responses: Record<string, DescribedResponse>;
  "x-required-scope": string;
  "x-rate-limits"?: RateLimit[];
  "x-codeSamples": CodeSample[];
};

/** The parts of OpenAPI 3.1 that this service's document is made of. */
export type OpenApiDocument = {
  openapi: "3.1.1";
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, Header>;
    examples: Record<string, Example>;
    securitySchemes: Record<string, JsonSchema>;
  };
};

type RateLimit = { name: LimitName; quota: number; window: "hour" | "day" | "month"; per: string };

const LIMITS: Record<LimitName, Omit<RateLimit, "name">> = {
  "agent-hour": { quota: DEFAULT_LIMITS.agentPerHour, window: "hour", per: "project" },
  "agent-v1-hour": { quota: DEFAULT_LIMITS.agentV1PerHour, window: "hour", per: "project" },
  "key-month": { quota: DEFAULT_LIMITS.assistantPerKeyAndMonth, window: "month", per: "key" },
  "org-hour": { quota: DEFAULT_LIMITS.assistantPerOrganizationAndHour, window: "hour", per: "organization" },
  "ip-day": { quota: DEFAULT_LIMITS.assistantPerAddressAndDay, window: "day", per: "IP address of the caller" },
};

/** A limit as the document shows it, with the installation's default. */
export function toRateLimit(name: LimitName): RateLimit {
  return { name, ...LIMITS[name] };
}
