import type { Services } from "../context.ts";

/** A person, and the browser that is signed in as them. */
export type SignedIn = {
  sessionId: string;
  user: { id: string; name: string; email: string };
};

/**
 * Finds who sent a request, by its cookie.
 *
 * @param input.isExtended whether a session in use may be made to last longer: only when its new cookie can be sent
 * @returns null when nobody is signed in; `cookies` to answer with when the session was made to last longer
 */
export async function findSession(
  { auth }: Services,
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
