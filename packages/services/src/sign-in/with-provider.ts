import { AppError } from "@docsteward/contract/error";
import { Id, LinkToken } from "@docsteward/contract/input-schema";
import { z } from "zod";
import type { SystemContext } from "../context.ts";
import { findOpenInvitation } from "../invitation.ts";
import { countProviderStart } from "./with-password.ts";

/** Input of `startProviderSignIn`, from the sign-in page. */
export type StartProviderSignIn = z.infer<typeof StartProviderSignIn>;
/** Input of `startProviderSignIn`. */
export const StartProviderSignIn = z.object({
  provider: Id,
  /** The path to go to afterwards. */
  next: z.string().max(2_000).optional(),
  /** Of an invitation that is about to be accepted: only with one is an account made for a new person. */
  invitationToken: LinkToken.optional(),
});

/**
 * Begins a sign-in at a provider.
 *
 * @returns the provider's page to go to, and the cookies to answer with
 * @throws AppError `not_found` for a provider that is not set up, `upstream_error` when it cannot be reached, `rate_limited`
 */
export async function startProviderSignIn(
  ctx: SystemContext,
  { provider, next = "/", invitationToken, headers }: StartProviderSignIn & { headers: Headers },
): Promise<{ url: string; cookies: string[] }> {
  requireProvider(ctx, provider);
  await countProviderStart(ctx, { headers });
  const token = invitationToken ?? "";
  const isInvited = token !== "" && (await findOpenInvitation(ctx, { token })) !== null;
  const { signInSocial } = (await ctx.auth()).api;
  const body = { provider, callbackURL: next, errorCallbackURL: "/sign-in", requestSignUp: isInvited };
  return toStart(provider, () => signInSocial({ body, headers, returnHeaders: true }));
}

/** Input of `startProviderLink`: the provider to link to the signed-in person's account. */
export type StartProviderLink = z.infer<typeof StartProviderLink>;
/** Names the sign-in provider to link. */
export const StartProviderLink = z.object({ provider: Id });

/** Begins to link a provider to the account that is signed in. @throws as `startProviderSignIn` */
export async function startProviderLink(
  ctx: SystemContext,
  { provider, headers }: StartProviderLink & { headers: Headers },
): Promise<{ url: string; cookies: string[] }> {
  requireProvider(ctx, provider);
  const { linkSocialAccount } = (await ctx.auth()).api;
  const body = { provider, callbackURL: "/account", errorCallbackURL: "/account" };
  return toStart(provider, () => linkSocialAccount({ body, headers, returnHeaders: true }));
}

function requireProvider(ctx: SystemContext, provider: string): void {
  if (listProviders(ctx).some(({ id }) => id === provider)) return;
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
export function listProviders({ signInProviders }: SystemContext): { id: "github" | "oidc"; name: string }[] {
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
  { auth, baseUrl }: SystemContext,
  { path, headers }: { path: string; headers: Headers },
): Promise<Response> {
  const { handler } = await auth();
  return handler(new Request(new URL(path, baseUrl), { headers }));
}
