import { AppError } from "@docsteward/contract/error";
import type { Services } from "../context.ts";
import { findOpenInvitation } from "../invitation/accept.ts";
import { countProviderStart } from "./with-password.ts";

type StartProviderInput = {
  provider: string;
  /** The path to go to afterwards. */
  next: string;
  /** Of an invitation that is about to be accepted: only with one is an account made for somebody new. */
  invitationToken?: string;
  headers: Headers;
};

/**
 * Begins a sign-in at a provider.
 *
 * @returns the provider's page to go to, and the cookies to answer with
 * @throws AppError `not_found` for a provider that is not set up, `upstream_error` when it cannot be reached, `rate_limited`
 */
export async function startProviderSignIn(
  services: Services,
  { provider, next, invitationToken, headers }: StartProviderInput,
): Promise<{ url: string; cookies: string[] }> {
  requireProvider(services, provider);
  await countProviderStart(services, { headers });
  const token = invitationToken ?? "";
  const isInvited = token !== "" && (await findOpenInvitation(services.db, services, { token })) !== null;
  const { signInSocial } = (await services.auth()).api;
  const body = { provider, callbackURL: next, errorCallbackURL: "/sign-in", requestSignUp: isInvited };
  return toStart(provider, () => signInSocial({ body, headers, returnHeaders: true }));
}

/** Begins to link a provider to the account that is signed in. @throws as `startProviderSignIn` */
export async function startProviderLink(
  services: Services,
  { provider, headers }: { provider: string; headers: Headers },
): Promise<{ url: string; cookies: string[] }> {
  requireProvider(services, provider);
  const { linkSocialAccount } = (await services.auth()).api;
  const body = { provider, callbackURL: "/account", errorCallbackURL: "/account" };
  return toStart(provider, () => linkSocialAccount({ body, headers, returnHeaders: true }));
}

function requireProvider(services: Services, provider: string): void {
  if (listProviders(services).some(({ id }) => id === provider)) return;
  throw new AppError("not_found", "This sign-in method isn't configured.");
}

async function toStart(
  provider: string,
  start: () => Promise<{ response: { url?: string | undefined }; headers: Headers }>,
): Promise<{ url: string; cookies: string[] }> {
  try {
    const { response, headers } = await start();
    if (response.url) return { url: response.url, cookies: headers.getSetCookie() };
  } catch (cause) {
    throw new AppError("upstream_error", `Sign-in with ${provider} is unreachable. Try again later.`, { cause });
  }
  throw new AppError("upstream_error", `Sign-in with ${provider} could not start. Try again later.`);
}

/** The providers that the sign-in page offers. */
export function listProviders({ signInProviders }: Services): { id: "github" | "oidc"; name: string }[] {
  const { github, oidc } = signInProviders;
  return [
    ...(github ? [{ id: "github" as const, name: "GitHub" }] : []),
    ...(oidc ? [{ id: "oidc" as const, name: oidc.name }] : []),
  ];
}

/**
 * Ends a sign-in at a provider: answers the browser that comes back from there with a session, or sends it to the sign-in page with
 * the reason why not.
 *
 * @param input.path of the callback with its query, as the browser asked for it
 */
export async function handleProviderCallback(
  { auth, baseUrl }: Services,
  { path, headers }: { path: string; headers: Headers },
): Promise<Response> {
  const { handler } = await auth();
  return handler(new Request(new URL(path, baseUrl), { headers }));
}
