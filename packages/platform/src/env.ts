// Long, because every variable that the service reads is named in one list, beside the rules that join them.
import { z } from "zod";
import { trimEndOf } from "./cut-text.ts";
import { isAddressRange } from "./ip-ranges.ts";
import { ModelPricesVariable } from "./model-price.ts";
import { parseRsaPrivateKey } from "./rsa-private-key.ts";
import { readSecretFiles } from "./secret-files.ts";
import { TelemetryVariables } from "./telemetry/variables.ts";

const count = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);
const MIN_USD = 0.01;
const MAX_USD = 1_000_000;
const usd = z
  .string()
  .regex(/^\d+(\.\d{1,6})?$/, `must be US dollars from ${MIN_USD} to ${MAX_USD}, such as 5 or 2.50`)
  .transform(Number)
  .refine((value) => value >= MIN_USD && value <= MAX_USD, `must be US dollars from ${MIN_USD} to ${MAX_USD}`);
const addressRanges = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine(
    (ranges) => ranges.every(isAddressRange),
    "must be IP addresses or ranges such as 10.0.0.0/8, separated by commas",
  );
const day = z.iso.date("must be a date such as 2027-03-31").transform((value) => new Date(`${value}T00:00:00Z`));
const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
/** How much a model thinks before it answers, in the words of providers. */
export type Effort = (typeof EFFORTS)[number];
/** The effort of jobs: for all models, and for some by their name. */
export type JobEffort = { all: Effort | null; byModel: Readonly<Record<string, Effort>> };

/** The effort of a model by its name; null leaves it to the provider. */
export function effortOf({ all, byModel }: JobEffort, name: string): Effort | null {
  return (Object.hasOwn(byModel, name) ? byModel[name] : null) ?? all;
}

const EFFORT_SHAPE = `must be one of ${EFFORTS.join(", ")}, or by model such as low,opus=high`;
const jobEffort = z.string().transform((value, context): JobEffort => {
  const effort: { all: Effort | null; byModel: Record<string, Effort> } = { all: null, byModel: {} };
  for (const entry of value.split(",").map((part) => part.trim())) {
    const at = entry.lastIndexOf("=");
    const level = EFFORTS.find((name) => name === entry.slice(at + 1).trim());
    const name = entry.slice(0, Math.max(at, 0)).trim();
    if (level === undefined || (at !== -1 && name === "")) {
      context.addIssue({ code: "custom", message: EFFORT_SHAPE });
      return z.NEVER;
    }
    if (at === -1) effort.all = level;
    else effort.byModel[name] = level;
  }
  return effort;
});
const rsaPrivateKey = z.string().transform((value, context) => {
  try {
    return parseRsaPrivateKey(value);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
    return z.NEVER;
  }
});
const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http:// or https:// URL" })
  .transform((value) => trimEndOf(value, "/"));

/** Whether mail can be sent from this: one address, alone or in angle brackets behind a name. */
function isSender(value: string): boolean {
  const isNamed = value.endsWith(">");
  const address = isNamed ? value.slice(value.lastIndexOf("<") + 1, -1) : value;
  return z.email().safeParse(address).success && (!isNamed || value.indexOf("<") === value.lastIndexOf("<"));
}

/** The variables of providers that serve one model by its id, `MODEL_ID`. */
export const HOSTED_VARIABLES = {
  openai: { key: "OPENAI_API_KEY", address: "OPENAI_BASE_URL" },
  google: { key: "GEMINI_API_KEY", address: "GEMINI_BASE_URL" },
  openrouter: { key: "OPENROUTER_API_KEY", address: "OPENROUTER_BASE_URL" },
  azure: { key: "AZURE_OPENAI_API_KEY", address: "AZURE_OPENAI_BASE_URL" },
  mistral: { key: "MISTRAL_API_KEY", address: "MISTRAL_BASE_URL" },
  bedrock: { key: "BEDROCK_API_KEY", address: "BEDROCK_BASE_URL" },
  vertex: { key: "VERTEX_API_KEY", address: "VERTEX_BASE_URL" },
} as const;
const PROVIDERS = [
  "offline",
  "anthropic",
  "openai",
  "google",
  "openrouter",
  "azure",
  "mistral",
  "bedrock",
  "vertex",
  "openai-compatible",
] as const;
type Provider = (typeof PROVIDERS)[number];
const secret = z.string().min(1).optional();

/** A model by its name or id, and its provider when it is not the installation's. */
export type ModelName = { provider: Provider | null; model: string };

/** Reads `PROVIDER:ID`, or a name or id alone. */
export function parseModelName(text: string): ModelName {
  const at = text.indexOf(":");
  const provider = PROVIDERS.find((name) => name === text.slice(0, Math.max(at, 0)));
  return provider === undefined ? { provider: null, model: text } : { provider, model: text.slice(at + 1) };
}

/** Every variable Docsteward reads, with what it may hold. `.env.example` explains each; a test compares the two. */
const Variables = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: count(0, 65_535).default(3000),
  BASE_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default("./.data"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must start with postgres:// or postgresql://" })
    .optional(),
  DATABASE_POOL: count(2, 200).default(10),
  WORKERS: count(0, 64).default(1),
  WORKER_CONCURRENCY: count(1, 64).default(4),
  SILENCE_SECONDS: count(1, 3_600).default(20),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  LOG_FORMAT: z.enum(["json", "pretty"]).optional(),
  KEY_SECRET: z.string().min(32, "must be at least 32 characters").optional(),
  KEY_SECRET_PREVIOUS: z.string().min(32, "must be at least 32 characters").optional(),
  METRICS_TOKEN: z.string().min(16, "must be at least 16 characters").optional(),
  ...TelemetryVariables,
  MODEL_PROVIDER: z.enum(PROVIDERS).optional(),
  MODEL_ID: z.string().min(1).optional(),
  MODEL_SONNET: z.string().min(1).default("claude-sonnet-4-5"),
  MODEL_OPUS: z.string().min(1).default("claude-opus-4-5"),
  ANTHROPIC_API_KEY: z.string().min(1).optional(),
  ANTHROPIC_BASE_URL: httpUrl.optional(),
  OPENAI_COMPATIBLE_BASE_URL: httpUrl.optional(),
  OPENAI_COMPATIBLE_API_KEY: z.string().min(1).optional(),
  OPENAI_COMPATIBLE_MODEL: z.string().min(1).optional(),
  OPENAI_API_KEY: secret,
  OPENAI_BASE_URL: httpUrl.optional(),
  GEMINI_API_KEY: secret,
  GEMINI_BASE_URL: httpUrl.optional(),
  OPENROUTER_API_KEY: secret,
  OPENROUTER_BASE_URL: httpUrl.optional(),
  AZURE_OPENAI_API_KEY: secret,
  AZURE_OPENAI_BASE_URL: httpUrl.optional(),
  MISTRAL_API_KEY: secret,
  MISTRAL_BASE_URL: httpUrl.optional(),
  BEDROCK_API_KEY: secret,
  BEDROCK_BASE_URL: httpUrl.optional(),
  VERTEX_API_KEY: secret,
  VERTEX_BASE_URL: httpUrl.optional(),
  MODEL_PRICES: ModelPricesVariable,
  MODEL_ALLOWED_NETWORKS: addressRanges.default([]),
  EMBEDDING_PROVIDER: z.enum(["offline", "openai-compatible", "none"]).optional(),
  EMBEDDING_BASE_URL: httpUrl.optional(),
  EMBEDDING_API_KEY: z.string().min(1).optional(),
  EMBEDDING_MODEL: z.string().min(1).optional(),
  GITHUB_APP_ID: z
    .string()
    .regex(/^\d{1,15}$/, "must be the App ID that GitHub shows, a number")
    .optional(),
  GITHUB_APP_PRIVATE_KEY: rsaPrivateKey.optional(),
  GITHUB_WEBHOOK_SECRET: z.string().min(1).optional(),
  GITHUB_API_URL: httpUrl.default("https://api.github.com"),
  AUTH_GITHUB_CLIENT_ID: z.string().min(1).optional(),
  AUTH_GITHUB_CLIENT_SECRET: z.string().min(1).optional(),
  AUTH_OIDC_ISSUER: httpUrl.optional(),
  AUTH_OIDC_CLIENT_ID: z.string().min(1).optional(),
  AUTH_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  AUTH_OIDC_NAME: z.string().min(1).max(40).default("SSO"),
  TRUSTED_PROXIES: addressRanges.default([]),
  V1_SUNSET: day.optional(),
  WEBHOOK_ALLOWED_NETWORKS: addressRanges.default([]),
  GIT_ALLOWED_NETWORKS: addressRanges.default([]),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must start with smtp:// or smtps://" }).optional(),
  SMTP_FROM: z
    .string()
    .max(300)
    .refine((value) => isSender(value), "must be an email address, or a name with one: Docsteward <docs@example.com>")
    .optional(),
  LIMIT_AGENT_PER_HOUR: count(1, 1_000_000).default(100),
  LIMIT_AGENT_V1_PER_HOUR: count(1, 1_000_000).default(100),
  LIMIT_ASSISTANT_PER_KEY_AND_MONTH: count(1, 1_000_000_000).default(10_000),
  LIMIT_ASSISTANT_PER_ORGANIZATION_AND_HOUR: count(1, 1_000_000_000).default(10_000),
  LIMIT_ASSISTANT_PER_ADDRESS_AND_DAY: count(1, 1_000_000_000).default(10_000),
  LIMIT_ACTIVE_JOBS_PER_PROJECT: count(1, 10_000).optional(),
  LIMIT_ACTIVE_JOBS_PER_ORGANIZATION: count(1, 10_000).optional(),
  LIMIT_KEYS_PER_HOUR: count(1, 1_000_000).default(10),
  LIMIT_PROMPT_CHARACTERS: count(1, 1_000_000).default(32_000),
  LIMIT_MESSAGES: count(1, 10_000).default(100),
  LIMIT_CONTEXT_ITEMS: count(0, 1_000).default(20),
  LIMIT_CONTEXT_CHARACTERS: count(1, 1_000_000).default(20_000),
  LIMIT_BODY_BYTES: count(1_000, 100_000_000).default(1_000_000),
  JOB_MAX_STEPS: count(1, 1_000).default(60),
  JOB_MAX_TOKENS: count(1_000, 1_000_000_000).default(2_000_000),
  JOB_MAX_MINUTES: count(1, 1_440).default(30),
  JOB_MAX_COST_USD: usd.default(5),
  JOB_EFFORT: jobEffort.default({ all: null, byModel: {} }),
  JOB_FALLBACK_MODEL: z.string().transform(parseModelName).optional(),
  PROJECT_MAX_COST_USD_PER_MONTH: usd.optional(),
  ORGANIZATION_MAX_COST_USD_PER_MONTH: usd.optional(),
  EVENT_RETENTION_DAYS: count(1, 3_650).default(30),
  THREAD_RETENTION_DAYS: count(1, 3_650).default(90),
  JOB_RETENTION_DAYS: count(1, 3_650).optional(),
  AUDIT_RETENTION_DAYS: count(1, 36_500).optional(),
  ANSWER_MAX_SECONDS: count(1, 3_600).default(120),
  ANSWER_HEAD_MS: count(0, 600_000).default(80),
  MAX_REPOSITORY_FILES: count(1_000, 10_000_000).default(200_000),
  MAX_SITE_PAGES: count(100, 1_000_000).default(50_000),
  MAX_REPOSITORY_MB: count(10, 100_000).default(1_000),
  MAX_PAGE_KB: count(10, 1_000).default(1_000),
  MAX_PAGE_DEPTH: count(5, 500).default(40),
  INDEX_CACHE_MB: count(1, 1_000_000).default(512),
  SECOND_WEB_PROCESS: z.enum(["on", "off"]).default("on"),
  INDEX_POLL_SECONDS: count(1, 86_400).default(5),
  PAGE_CPU_SECONDS: count(1, 3_600).default(5),
});

/** The parsed environment, with every default filled in. */
export type Env = z.output<typeof Variables> & {
  MODEL_PROVIDER: Provider;
  EMBEDDING_PROVIDER: "offline" | "openai-compatible" | "none";
};

/** The names of all variables. */
export const ENV_KEYS = Object.keys(Variables.shape) as (keyof z.output<typeof Variables>)[];

// A blank variable is not set. Libraries that look for the same names take it for a value and refuse to load.
for (const key of ENV_KEYS) if (process.env[key]?.trim() === "") delete process.env[key];

/** Thrown by {@link parseEnv}: one line for each variable that is wrong. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

/**
 * Reads the configuration from variables, and the files that hold secrets; an empty value counts as not set.
 *
 * Without MODEL_PROVIDER the provider is the one that is configured: Anthropic, else OpenAI-compatible, else `offline`. Without
 * EMBEDDING_PROVIDER it is the server of EMBEDDING_BASE_URL, else `offline`.
 *
 * @throws EnvError naming all wrong variables
 */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const secrets = readSecretFiles(variables);
  const given = Object.fromEntries(
    ENV_KEYS.map((key) => [key, secrets.values[key] ?? (variables[key]?.trim() || undefined)]),
  );
  const parsed = Variables.safeParse(given);
  if (!parsed.success || secrets.problems.length > 0) {
    const wrong = parsed.error?.issues.map(({ path, message }) => {
      const key = path.join(".");
      const file = secrets.files.get(key);
      return file === undefined ? `${key} ${message}` : `${key}, read from ${file}, ${message}`;
    });
    const lines = [...secrets.problems, ...(wrong ?? [])];
    throw new EnvError(`Invalid configuration:\n${lines.map((line) => `  ${line}`).join("\n")}`);
  }
  const env = parsed.data;
  const provider =
    env.MODEL_PROVIDER ??
    (env.ANTHROPIC_API_KEY ? "anthropic" : env.OPENAI_COMPATIBLE_BASE_URL ? "openai-compatible" : "offline");
  const embedding = env.EMBEDDING_PROVIDER ?? (env.EMBEDDING_BASE_URL ? "openai-compatible" : "offline");
  const missing = [
    ...missingForProvider(provider, env).map((key) => `  ${key} must be set for MODEL_PROVIDER=${provider}`),
    ...missingForFallback(provider, env).map((key) => `  ${key} must be set for JOB_FALLBACK_MODEL`),
    ...missingForEmbedding(embedding, env).map((key) => `  ${key} must be set for EMBEDDING_PROVIDER=${embedding}`),
    ...missingForSignIn(env).map((sentence) => `  ${sentence}`),
    ...missingForGitHub(env).map((sentence) => `  ${sentence}`),
    ...missingForMail(env).map((sentence) => `  ${sentence}`),
  ];
  if (missing.length > 0) throw new EnvError(`Invalid configuration:\n${missing.join("\n")}`);
  return { ...env, MODEL_PROVIDER: provider, EMBEDDING_PROVIDER: embedding };
}

/** A provider that people sign in through is set up whole or not at all. */
function missingForSignIn(env: z.output<typeof Variables>): string[] {
  const providers = [
    ["AUTH_GITHUB_CLIENT_ID", "AUTH_GITHUB_CLIENT_SECRET"],
    ["AUTH_OIDC_ISSUER", "AUTH_OIDC_CLIENT_ID", "AUTH_OIDC_CLIENT_SECRET"],
  ] as const;
  return providers.flatMap((keys) => {
    const given = keys.find((key) => env[key] !== undefined);
    if (given === undefined) return [];
    return keys.filter((key) => env[key] === undefined).map((key) => `${key} must be set together with ${given}`);
  });
}

function missingForProvider(provider: Provider, env: z.output<typeof Variables>): string[] {
  const hosted = provider in HOSTED_VARIABLES;
  return [...variablesOf(provider), ...(hosted ? (["MODEL_ID"] as const) : [])].filter((key) => env[key] === undefined);
}

/** The fallback brings its own model, so only the way to its provider must be set. */
function missingForFallback(provider: Provider, env: z.output<typeof Variables>): string[] {
  if (env.JOB_FALLBACK_MODEL === undefined) return [];
  const fallback = env.JOB_FALLBACK_MODEL.provider ?? provider;
  return variablesOf(fallback).filter((key) => env[key] === undefined && key !== "OPENAI_COMPATIBLE_MODEL");
}

function variablesOf(provider: Provider): readonly (keyof z.output<typeof Variables>)[] {
  switch (provider) {
    case "offline":
      return [];
    case "anthropic":
      return ["ANTHROPIC_API_KEY"];
    case "openai-compatible":
      return ["OPENAI_COMPATIBLE_BASE_URL", "OPENAI_COMPATIBLE_MODEL"];
    default: {
      const { key, address } = HOSTED_VARIABLES[provider];
      // The address of Azure depends on the customer.
      return provider === "azure" ? [key, address] : [key];
    }
  }
}

function missingForEmbedding(provider: Env["EMBEDDING_PROVIDER"], env: z.output<typeof Variables>) {
  if (provider !== "openai-compatible") return [];
  return (["EMBEDDING_BASE_URL", "EMBEDDING_MODEL"] as const).filter((key) => env[key] === undefined);
}

function missingForGitHub({ GITHUB_APP_ID: id, GITHUB_APP_PRIVATE_KEY: key }: z.output<typeof Variables>): string[] {
  if (id === undefined)
    return key === undefined ? [] : ["GITHUB_APP_ID must be set together with the App's private key"];
  return key === undefined
    ? ["GITHUB_APP_PRIVATE_KEY or GITHUB_APP_PRIVATE_KEY_FILE must be set for GITHUB_APP_ID"]
    : [];
}

function missingForMail({ SMTP_URL: url, SMTP_FROM: from }: z.output<typeof Variables>): string[] {
  if ((url === undefined) === (from === undefined)) return [];
  return [
    url === undefined ? "SMTP_URL must be set together with SMTP_FROM" : "SMTP_FROM must be set together with SMTP_URL",
  ];
}

let current: Env | undefined;

/** The configuration of this process: `.env` in the working folder below the real environment, read once. */
export function env(): Env {
  if (current === undefined) {
    try {
      process.loadEnvFile();
    } catch (error) {
      // No `.env` is the usual case; anything else about it must be said.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT")
        throw new EnvError(`The file .env can't be read: ${(error as Error).message}`);
    }
    current = parseEnv(process.env);
  }
  return current;
}
