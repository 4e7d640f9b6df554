import { createSign } from "node:crypto";
import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { HostedProvider } from "@docsteward/contract/model-settings";
import { readVertexAccount, type VertexAccount } from "@docsteward/contract/vertex-account";
import { z } from "zod";
import { createModelFetch, withVersionPath } from "./endpoint.ts";
import { type CallDefaults, createLazyModel, type Opening } from "./lazy-model.ts";
import { ANTHROPIC_CACHE_MARKER, type Model } from "./model.ts";

/** Settings of a model of a hosted provider. */
export type HostedSettings = {
  provider: HostedProvider;
  modelId: string;
  /** At Bedrock also `ACCESS_KEY_ID:SECRET_ACCESS_KEY`, at Vertex also a service account's key as JSON. */
  apiKey: string;
  baseUrl?: string;
  fetch?: typeof fetch;
};

type Hosted = {
  /** Null where the address depends on the customer. */
  address: string | null;
  /** Where the address is given without a path that names a version. */
  toBaseUrl?: (address: string) => string;
  open: (opening: Opening) => Promise<LanguageModelV4>;
  defaults?: (modelId: string) => CallDefaults;
  cacheMarker?: (modelId: string) => SharedV4ProviderOptions | null;
};

/** Nothing stays at the provider: the reasoning comes back encrypted, and the journal sends it again. Summaries need a verified account. */
const OPENAI_DEFAULTS = { store: false, reasoningSummary: null } as const;
const asGiven = (address: string) => address;
const isClaude = (modelId: string) => modelId.includes("claude");

const HOSTED: Record<HostedProvider, Hosted> = {
  openai: {
    address: "https://api.openai.com",
    open: async ({ modelId, ...settings }) =>
      (await import("@ai-sdk/openai")).createOpenAI(settings).responses(modelId),
    defaults: () => ({ providerOptions: { openai: OPENAI_DEFAULTS } }),
  },
  google: {
    address: "https://generativelanguage.googleapis.com",
    toBaseUrl: (address) => withVersionPath(address, { version: "v1beta" }),
    open: async ({ modelId, ...settings }) =>
      (await import("@ai-sdk/google")).createGoogle(settings).languageModel(modelId),
  },
  openrouter: {
    address: "https://openrouter.ai/api",
    open: openOpenRouter,
    // OpenRouter passes the mark on to Claude, and the other models cache by themselves.
    cacheMarker: (modelId) => (isClaude(modelId) ? ANTHROPIC_CACHE_MARKER : null),
  },
  azure: {
    address: null,
    toBaseUrl: (address) => withVersionPath(address, { isPathKept: true, version: "openai/v1" }),
    open: async ({ modelId, ...settings }) => (await import("@ai-sdk/azure")).createAzure(settings).responses(modelId),
    // A deployment has any name. All but the old families reason, and their reasoning is lost unless it is asked for.
    defaults: (modelId) => ({
      providerOptions: { azure: { ...OPENAI_DEFAULTS, forceReasoning: !/gpt-?[34]/i.test(modelId) } },
    }),
  },
  mistral: {
    address: "https://api.mistral.ai",
    open: async ({ modelId, ...settings }) =>
      (await import("@ai-sdk/mistral")).createMistral(settings).languageModel(modelId),
  },
  bedrock: {
    address: "https://bedrock-runtime.us-east-1.amazonaws.com",
    toBaseUrl: asGiven,
    open: openBedrock,
    cacheMarker: (modelId) => (isClaude(modelId) ? { bedrock: { cachePoint: { type: "default" } } } : null),
  },
  vertex: { address: null, toBaseUrl: asGiven, open: openVertexModel },
};

/** A model of a hosted provider. It goes by its own id. The provider's package is loaded by the first call. */
export function createHostedModel({ provider, modelId, apiKey, baseUrl, fetch }: HostedSettings): Model {
  const { address, toBaseUrl = withVersionPath, open, defaults, cacheMarker } = HOSTED[provider];
  const given = baseUrl ?? address ?? "";
  const languageModel = createLazyModel({
    provider,
    modelId,
    defaults: defaults?.(modelId),
    open: () => open({ modelId, apiKey, baseURL: given && toBaseUrl(given), fetch: createModelFetch(fetch) }),
  });
  return { name: modelId, provider, modelId, languageModel, cacheMarker: cacheMarker?.(modelId) ?? null };
}

/** The package knows no effort of a call, only its own option for it. */
async function openOpenRouter({ modelId, ...settings }: Opening): Promise<LanguageModelV4> {
  const { createOpenRouter } = await import("@openrouter/ai-sdk-provider");
  const model: LanguageModelV4 = createOpenRouter(settings).chat(modelId, { usage: { include: true } });
  const withEffort = (options: Parameters<LanguageModelV4["doStream"]>[0]) => {
    const { reasoning, providerOptions } = options;
    if (reasoning === undefined || reasoning === "provider-default") return options;
    const openrouter = { ...providerOptions?.openrouter, reasoning: { effort: reasoning } };
    return { ...options, providerOptions: { ...providerOptions, openrouter } };
  };
  return createLazyModel({
    provider: "openrouter",
    modelId,
    open: () => ({
      specificationVersion: "v4",
      provider: model.provider,
      modelId,
      supportedUrls: {},
      doGenerate: (options) => model.doGenerate(withEffort(options)),
      doStream: (options) => model.doStream(withEffort(options)),
    }),
  });
}

const REGION_OF_HOST = /^bedrock-runtime(?:-fips)?\.([a-z0-9-]{1,40})\./;

async function openBedrock({ modelId, apiKey, ...settings }: Opening): Promise<LanguageModelV4> {
  const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
  const region = REGION_OF_HOST.exec(new URL(settings.baseURL).hostname)?.[1] ?? "us-east-1";
  const [accessKeyId = "", secretAccessKey, sessionToken] = apiKey.split(":");
  const credentials =
    secretAccessKey === undefined
      ? { apiKey }
      : // The blank key keeps the package from taking the one of this process's environment.
        { apiKey: " ", accessKeyId, secretAccessKey, sessionToken };
  return createAmazonBedrock({ ...settings, ...credentials, region }).languageModel(modelId);
}

/**
 * A model of Vertex AI. The package's own sign-in calls Google past the checks of addresses, so the token comes from here.
 */
async function openVertexModel({ modelId, apiKey, baseURL, fetch }: Opening): Promise<LanguageModelV4> {
  const { createGoogleVertex } = await import("@ai-sdk/google-vertex/edge");
  const account = readVertexAccount(apiKey);
  if (account === null) {
    return createGoogleVertex({ apiKey, fetch, ...(baseURL !== "" && { baseURL }) }).languageModel(modelId);
  }
  const token = createTokenSource(account, fetch);
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete("x-goog-api-key");
    headers.set("authorization", `Bearer ${await token()}`);
    return fetch(input, { ...init, headers });
  };
  const global = `https://aiplatform.googleapis.com/v1/projects/${account.project_id}/locations/global/publishers/google`;
  return createGoogleVertex({ apiKey: "service-account", fetch: send, baseURL: baseURL || global }).languageModel(
    modelId,
  );
}

const LIFETIME_S = 3_600;
const EARLY_MS = 300_000;
const Token = z.object({ access_token: z.string(), expires_in: z.number().default(LIFETIME_S) });

/** Access tokens of a service account. One is used until shortly before it expires. */
function createTokenSource(account: VertexAccount, send: typeof fetch): () => Promise<string> {
  let held: { token: string; untilMs: number } | null = null;
  return async () => {
    if (held !== null && performance.now() < held.untilMs) return held.token;
    const body = new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: signAssertion(account),
    });
    const answer = await send(account.token_uri, { method: "POST", body });
    const text = await answer.text();
    if (!answer.ok) {
      throw Object.assign(new Error("The service account's key was refused."), { statusCode: toStatus(answer.status) });
    }
    const { access_token: token, expires_in: seconds } = Token.parse(JSON.parse(text));
    held = { token, untilMs: performance.now() + Math.max(0, seconds * 1_000 - EARLY_MS) };
    return token;
  };
}

/** Google refuses a wrong key with 400, which would read as a wrong request. */
const toStatus = (status: number) => (status === 400 ? 401 : status);

function signAssertion({ client_email, private_key, private_key_id, token_uri }: VertexAccount): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: client_email,
    scope: "https://www.googleapis.com/auth/cloud-platform",
    aud: token_uri,
    iat: now,
    exp: now + LIFETIME_S,
  };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${encode({ alg: "RS256", typ: "JWT", kid: private_key_id })}.${encode(claims)}`;
  try {
    return `${text}.${createSign("RSA-SHA256").update(text).sign(private_key, "base64url")}`;
  } catch (cause) {
    throw Object.assign(new Error("The service account's key can't be read.", { cause }), { statusCode: 401 });
  }
}
