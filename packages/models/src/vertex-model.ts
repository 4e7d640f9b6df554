import { createSign } from "node:crypto";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { z } from "zod";
import type { Opening } from "./lazy-model.ts";

/** The parts of a service account's key that a call needs. Others are ignored. */
export const VertexServiceAccount = z.object({
  project_id: z.string().regex(/^[a-z0-9.:-]{1,100}$/),
  client_email: z.string().min(3).max(300),
  private_key: z.string().min(1).max(10_000),
  private_key_id: z.string().min(1).max(200),
  token_uri: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .default("https://oauth2.googleapis.com/token"),
});
type ServiceAccount = z.infer<typeof VertexServiceAccount>;

/** A key of Vertex that is a service account's; null for an API key. */
export function readServiceAccount(apiKey: string): ServiceAccount | null {
  if (!apiKey.trimStart().startsWith("{")) return null;
  try {
    return VertexServiceAccount.safeParse(JSON.parse(apiKey)).data ?? null;
  } catch {
    // Not JSON: the provider refuses it as an API key.
    return null;
  }
}

/**
 * A model of Vertex AI. The package's own sign-in calls Google past the checks of addresses, so the token comes from here.
 */
export async function openVertexModel({ modelId, apiKey, baseURL, fetch }: Opening): Promise<LanguageModelV4> {
  const { createGoogleVertex } = await import("@ai-sdk/google-vertex/edge");
  const account = readServiceAccount(apiKey);
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
function createTokenSource(account: ServiceAccount, send: typeof fetch): () => Promise<string> {
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

function signAssertion({ client_email, private_key, private_key_id, token_uri }: ServiceAccount): string {
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
