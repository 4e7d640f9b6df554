import type { Services } from "../context.ts";

/**
 * Signs a person in whose right to it was proven by something else than their password: a link, or the invitation they accept.
 *
 * @param headers of the request, for the address and the browser that the session is listed with
 * @returns the cookies to answer with
 */
export async function startSession(
  { auth }: Services,
  { userId, headers }: { userId: string; headers: Headers },
): Promise<string[]> {
  const { startSession: start } = (await auth()).api;
  const { headers: answer } = await start({ body: { userId }, headers, returnHeaders: true });
  return answer.getSetCookie();
}
