import { createHmac, timingSafeEqual } from "node:crypto";
import { isAppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import { createBoundedFetch, DOCUMENT_BOUNDS } from "@docsteward/platform/bounded-fetch";
import { createGuardedFetch, createNetworkPolicy } from "@docsteward/platform/guarded-http";
import { toPlainLine } from "@docsteward/text/plain-line";
import { z } from "zod";
import type { SystemContext } from "../context.ts";
import { requireExternalUrl } from "../external-url.ts";
import { secretsOf } from "../secret/seal.ts";
import { countByNetwork } from "../sign-in/with-password.ts";
import { OAuthError } from "./oauth-error.ts";

/** A program that asks to be connected, as it describes itself. All of it is untrusted but the host that its document came from. */
export type OAuthClient = {
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** The host that vouches for the program; null for one that registered itself. */
  host: string | null;
  /** Whether the host is one that people know. */
  isKnown: boolean;
};

/** Who publishes the clients that most people use. Others are connected, too, with a warning. */
const KNOWN_HOSTS = new Set(["claude.ai", "chatgpt.com", "vscode.dev", "cursor.com", "www.cursor.com", "opencode.ai"]);

const MAX_ID = 2_000;
const MAX_URIS = 50;

/** What a client's document says (draft-ietf-oauth-client-id-metadata-document), and a registration (RFC 7591). */
const Metadata = z.object({
  // People read it in a sentence. Its characters must not change how the rest of it reads.
  client_name: Text.max(200)
    .transform((name) => toPlainLine(name) || undefined)
    .optional(),
  redirect_uris: z.array(Text.min(1).max(1_000)).min(1).max(MAX_URIS),
  token_endpoint_auth_method: z.string().max(100).optional(),
  grant_types: z.array(z.string().max(100)).max(20).optional(),
  response_types: z.array(z.string().max(100)).max(20).optional(),
});

/**
 * Finds the client with an id: by the document at that address, or by the registration that the id itself holds.
 *
 * @throws OAuthError `invalid_client`; AppError `rate_limited` when a network asks for too many documents
 */
export async function findClient(
  ctx: SystemContext,
  { clientId, headers }: { clientId: string; headers: Headers },
): Promise<OAuthClient> {
  if (clientId.startsWith(REGISTERED)) return readRegistration(ctx, clientId);
  const url = parseDocumentUrl(ctx, clientId);
  const known = documents.get(clientId);
  const nowMs = ctx.clock.now().getTime();
  if (known && known.untilMs > nowMs) return known.client;
  // Each look makes this service call an address of the caller's choice.
  await countByNetwork(ctx, { what: "client-document", headers });
  const { client, forMs } = await fetchDocument(ctx, url);
  documents.delete(clientId);
  documents.set(clientId, { client, untilMs: nowMs + forMs });
  if (documents.size > MAX_DOCUMENTS) documents.delete(documents.keys().next().value ?? "");
  return client;
}

/** The documents that this process has read, the newest at the end. One that can't be read is not kept. */
const documents = new Map<string, { client: OAuthClient; untilMs: number }>();
const MAX_DOCUMENTS = 500;
const KEPT_MS = { least: 60_000, usual: 10 * 60_000, most: 86_400_000 };
const BOUNDS = { ...DOCUMENT_BOUNDS, maxBytes: 16_000, maxErrorBytes: 1_000, timeoutMs: 5_000 };

/** An address has one form alone, so that one client has one id. */
function parseDocumentUrl({ webhooks }: SystemContext, clientId: string): URL {
  const refuse = (cause?: unknown) =>
    new OAuthError(
      "invalid_client",
      "The app's `client_id` must be the https address of its metadata document, or an id that it got by registering.",
      { cause },
    );
  if (clientId.length > MAX_ID) throw refuse();
  try {
    const href = requireExternalUrl({
      text: clientId,
      subject: "The address of the app's document",
      example: "https://app.example.com/client.json",
      withoutPassword: "the document must be public",
      networks: webhooks.allowedNetworks,
      variable: "WEBHOOK_ALLOWED_NETWORKS",
      path: "client_id",
    });
    const url = new URL(href);
    if (href === clientId && url.pathname !== "/") return url;
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw refuse(error);
  }
  throw refuse();
}

async function fetchDocument(
  { webhooks, log }: SystemContext,
  url: URL,
): Promise<{ client: OAuthClient; forMs: number }> {
  const unreadable = (problem: string, cause?: unknown) =>
    new OAuthError("invalid_client", `The app's metadata document at ${url.host} ${problem}. Tell the app's makers.`, {
      cause,
    });
  let text: string;
  let cacheControl: string;
  try {
    const guarded = createGuardedFetch({ isAllowed: createNetworkPolicy(webhooks.allowedNetworks) });
    const response = await createBoundedFetch(BOUNDS, guarded)(url.href, { headers: { accept: "application/json" } });
    text = await response.text();
    if (response.status !== 200) throw new Error(`The server answered ${response.status}.`);
    cacheControl = response.headers.get("cache-control") ?? "";
  } catch (error) {
    log.info({ host: url.host, error: (error as Error).message }, "document of a client could not be fetched");
    throw unreadable("can't be fetched", error);
  }
  const { data, error } = Metadata.extend({ client_id: z.literal(url.href) }).safeParse(parseJson(text));
  if (error) throw unreadable("isn't valid", error);
  const problem = problemOf(data);
  if (problem !== null) throw unreadable(problem);
  const client = {
    id: url.href,
    name: data.client_name ?? url.host,
    redirectUris: data.redirect_uris,
    host: url.host,
    isKnown: KNOWN_HOSTS.has(url.host),
  };
  return { client, forMs: keptMs(cacheControl) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Why a client can't be connected here; null when it can. */
function problemOf(metadata: z.output<typeof Metadata>): string | null {
  const { token_endpoint_auth_method: method, grant_types: grants, response_types: responses } = metadata;
  if (method?.startsWith("client_secret"))
    return "describes a client with a secret. Only public clients with PKCE are supported";
  if (grants && !grants.includes("authorization_code")) return "leaves out the grant type authorization_code";
  if (responses && !responses.includes("code")) return "leaves out the response type code";
  if (!metadata.redirect_uris.every(isRedirectUri)) {
    return "has a redirect address that is neither https, nor on this computer (http://127.0.0.1), nor a known app's own";
  }
  return null;
}

function keptMs(cacheControl: string): number {
  const given = /(?:^|,)\s{0,10}max-age=(\d{1,9})/.exec(cacheControl.slice(0, 500))?.[1];
  if (given === undefined) return KEPT_MS.usual;
  return Math.min(KEPT_MS.most, Math.max(KEPT_MS.least, Number(given) * 1_000));
}

const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);
/** Programs that take their answer by an address of their own. Any other scheme must be a reversed domain name (RFC 8252, 7.1). */
const APP_SCHEMES = new Set(["cursor:", "vscode:", "vscode-insiders:", "windsurf:"]);
const OWN_SCHEME = /^[a-z][a-z0-9+-]*\.[a-z0-9.+-]+:$/;

function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || text.includes("#") || url.username || url.password) return false;
  if (url.protocol === "https:") return true;
  if (url.protocol === "http:") return LOOPBACK.has(url.hostname);
  return APP_SCHEMES.has(url.protocol) || OWN_SCHEME.test(url.protocol);
}

/** Whether an answer stays on the person's own computer, where any program may listen. */
export function isOnThisComputer(redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  return url?.protocol === "http:" && LOOPBACK.has(url.hostname);
}

/**
 * Whether a client may be answered at an address: it must have listed exactly this one. On the person's own computer any port will do,
 * since programs take a free one (RFC 8252, 7.3).
 */
export function isRedirectOf({ redirectUris }: Pick<OAuthClient, "redirectUris">, given: string): boolean {
  if (!isRedirectUri(given)) return false;
  if (redirectUris.includes(given)) return true;
  if (!isOnThisComputer(given)) return false;
  return redirectUris.some((listed) => isOnThisComputer(listed) && withoutPort(listed) === withoutPort(given));
}

function withoutPort(text: string): string {
  const url = new URL(text);
  url.port = "";
  return url.href;
}

/** How the ids of clients begin that registered themselves. */
const REGISTERED = "reg.";

/** Input of `registerClient`, from strangers. */
export const RegisterClient = Metadata;

/**
 * Registers a client (RFC 7591), for programs that have no document yet. Nothing is stored: the id holds what the client said, signed, so
 * that strangers fill no table.
 *
 * @throws OAuthError `invalid_redirect_uri`, `invalid_client_metadata`
 */
export function registerClient(ctx: Pick<SystemContext, "keySecret">, input: z.output<typeof Metadata>): OAuthClient {
  const { client_name: name = "An app without a name", redirect_uris: redirectUris } = input;
  // The library for clients names a method with a secret when it was told none, and takes the answer's.
  const problem = problemOf({ ...input, token_endpoint_auth_method: undefined });
  if (problem !== null) {
    const code = redirectUris.every(isRedirectUri) ? "invalid_client_metadata" : "invalid_redirect_uri";
    throw new OAuthError(code, `The registration ${problem}.`);
  }
  const body = Buffer.from(JSON.stringify([name, redirectUris])).toString("base64url");
  const id = `${REGISTERED}${body}.${sign(ctx.keySecret, body)}`;
  if (id.length > MAX_ID) {
    throw new OAuthError("invalid_client_metadata", "The registration is too long. Send fewer redirect addresses.");
  }
  return { id, name, redirectUris, host: null, isKnown: false };
}

function readRegistration(ctx: Pick<SystemContext, "keySecret" | "previousKeySecret">, id: string): OAuthClient {
  const [body = "", signature = "", more] = id.length > MAX_ID ? [] : id.slice(REGISTERED.length).split(".", 3);
  const given = Buffer.from(signature);
  const isSigned = secretsOf(ctx).some((secret) => {
    const expected = Buffer.from(sign(secret, body));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  // One registration has one id.
  if (!isSigned || more !== undefined) {
    throw new OAuthError(
      "invalid_client",
      "The app isn't registered here. Remove it from your program, and add it again.",
    );
  }
  const [name, redirectUris] = JSON.parse(Buffer.from(body, "base64url").toString()) as [string, string[]];
  return { id, name, redirectUris, host: null, isKnown: false };
}

function sign(secret: string, body: string): string {
  return createHmac("sha256", secret).update(`registered client ${body}`).digest("base64url");
}
