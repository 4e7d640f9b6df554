import type { SystemContext } from "../context.ts";

/**
 * Signs a person in whose right to it was proven by something else than their password: a link, or the invitation they accept.
 *
 * @param headers of the request, for the address and the browser that the session is listed with
 * @returns the cookies to answer with
 */
export async function startSession(
  { auth }: SystemContext,
  { userId, headers }: { userId: string; headers: Headers },
): Promise<string[]> {
  const { startSession: start } = (await auth()).api;
  const { headers: answer } = await start({ body: { userId }, headers, returnHeaders: true });
  return answer.getSetCookie();
}

/** A person, and the browser that is signed in as them. */
export type SignedIn = {
  sessionId: string;
  user: { id: string; name: string; email: string };
};

/**
 * Finds who sent a request, by its cookie.
 *
 * @param input.isExtended whether a session in use may be made to last longer: only when its new cookie can be sent
 * @returns null without a signed-in user; `cookies` to answer with when the session was extended
 */
export async function findSession(
  { auth }: SystemContext,
  { headers, isExtended }: { headers: Headers; isExtended: boolean },
): Promise<{ signedIn: SignedIn; cookies: string[] } | null> {
  if (!headers.has("cookie")) return null;
  const { getSession } = (await auth()).api;
  const { response, headers: answer } = await getSession({
    headers,
    query: { disableRefresh: !isExtended },
    returnHeaders: true,
  });
  if (!response) return null;
  const { session, user } = response;
  const signedIn = { sessionId: session.id, user: { id: user.id, name: user.name, email: user.email } };
  return { signedIn, cookies: answer.getSetCookie() };
}

/** Ends the session of a request. @returns the cookies to answer with */
export async function signOut({ auth }: SystemContext, { headers }: { headers: Headers }): Promise<string[]> {
  const { headers: answer } = await (await auth()).api.signOut({ headers, returnHeaders: true });
  return answer.getSetCookie();
}
