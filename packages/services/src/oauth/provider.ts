import type { ClientSignIn } from "@docsteward/db/client";
import { createBoundedFetch, DOCUMENT_BOUNDS } from "@docsteward/platform/bounded-fetch";
import { createGuardedFetch, createNetworkPolicy } from "@docsteward/platform/guarded-http";
import { toPlainLine } from "@docsteward/text/plain-line";
import * as oidc from "openid-client";
import type { SystemContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { readGroups } from "../reader-access/token.ts";
import { unseal } from "../secret/seal.ts";
import { OAuthError } from "./oauth-error.ts";
import { callbackUrlOf, clientSecretPurpose } from "./settings.ts";

/** What binds an answer of the provider to the sign-in that it is for. */
export type SignInChecks = { state: string; nonce: string; verifier: string };

/** A person, as the project's provider knows them. */
export type ProviderIdentity = { issuer: string; subject: string; personName: string; groups: string[] };

const BOUNDS = { ...DOCUMENT_BOUNDS, maxBytes: 256_000, maxErrorBytes: 4_000, timeoutMs: 10_000 };
const MAX_NAME = 200;
const MAX_SUBJECT = 255;

/** The page of the project's provider that a person signs in at. @throws OAuthError when the provider can't be reached */
export async function providerUrl(ctx: SystemContext, signIn: ClientSignIn, checks: SignInChecks): Promise<string> {
  const config = await discover(ctx, signIn);
  const parameters = {
    redirect_uri: callbackUrlOf(ctx.baseUrl, signIn.projectId),
    scope: [...new Set(["openid", ...signIn.scopes.split(" ").filter(Boolean)])].join(" "),
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: "S256",
  };
  return oidc.buildAuthorizationUrl(config, parameters).href;
}

/**
 * Exchanges what the provider sent back for the person's identity. The ID token's signature is checked, too.
 *
 * @param search of the address that the provider sent the browser to
 * @throws OAuthError `access_denied` when the provider refused, or its answer proves nothing
 */
export async function readIdentity(
  ctx: SystemContext,
  { signIn, search, checks }: { signIn: ClientSignIn; search: string; checks: SignInChecks },
): Promise<ProviderIdentity> {
  const config = await discover(ctx, signIn);
  const { state: expectedState, nonce: expectedNonce, verifier: pkceCodeVerifier } = checks;
  try {
    const url = new URL(`${callbackUrlOf(ctx.baseUrl, signIn.projectId)}${search}`);
    const expected = { expectedState, expectedNonce, pkceCodeVerifier, idTokenExpected: true };
    const tokens = await oidc.authorizationCodeGrant(config, url, expected);
    const claims: Record<string, unknown> = { ...tokens.claims() };
    const subject = String(claims.sub);
    // Some providers name groups, and the address, only to who asks for them.
    if (!Object.hasOwn(claims, signIn.groupsClaim) && config.serverMetadata().userinfo_endpoint) {
      Object.assign(claims, await oidc.fetchUserInfo(config, tokens.access_token, subject));
    }
    const text = [claims.email, claims.preferred_username, claims.name].find((claim) => typeof claim === "string");
    const groups = readGroups(claims, signIn.groupsClaim, (problem) => new Error(`It ${problem}.`));
    return {
      issuer: signIn.issuer ?? "",
      subject: stripNul(subject).slice(0, MAX_SUBJECT).toWellFormed(),
      personName: toPlainLine(String(text ?? subject))
        .slice(0, MAX_NAME)
        .toWellFormed(),
      groups: groups.map((group) => stripNul(group).toWellFormed().toLowerCase()),
    };
  } catch (cause) {
    ctx.log.warn({ projectId: signIn.projectId, error: (cause as Error).message }, "sign-in at a provider failed");
    throw new OAuthError("access_denied", "The sign-in at the provider failed or was cancelled.", { cause });
  }
}

/** The provider's own description, and what this service is called there. Every call goes through the guard for addresses that users choose. */
async function discover(ctx: SystemContext, signIn: ClientSignIn): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret, projectId } = signIn;
  const guarded = createGuardedFetch({ isAllowed: createNetworkPolicy(ctx.webhooks.allowedNetworks) });
  const send = createBoundedFetch(BOUNDS, guarded);
  try {
    const server = new URL(issuer ?? "");
    const secret = clientSecret === null ? null : unseal(ctx, clientSecretPurpose(projectId), clientSecret);
    const config = await oidc.discovery(
      server,
      clientId ?? "",
      undefined,
      secret === null ? oidc.None() : withSecret(secret),
      {
        [oidc.customFetch]: (url, { method, headers, body, signal }) =>
          send(url, { method, headers, body: body as RequestInit["body"], signal }),
        execute: [
          oidc.enableNonRepudiationChecks,
          // The guard lets it reach the operator's own networks alone.
          ...(server.protocol === "http:" ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
    return config;
  } catch (cause) {
    ctx.log.warn({ projectId, error: (cause as Error).message }, "a provider of readers could not be reached");
    const message =
      "The site's sign-in provider can't be reached or isn't set up correctly. Try again later, or tell the site's owner.";
    throw new OAuthError("access_denied", message, { cause });
  }
}

/** The secret in the header, which every provider must take, unless one says that it takes another way only. */
function withSecret(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isPost = methods !== undefined && !methods.includes("client_secret_basic");
    return (isPost ? post : basic)(server, ...rest);
  };
}
