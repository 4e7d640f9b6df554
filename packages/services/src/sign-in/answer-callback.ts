import type { Services } from "../context.ts";

/**
 * Ends a sign-in at a provider: answers the browser that comes back from there with a session, or sends it to the sign-in page with
 * the reason why not.
 *
 * @param input.path of the callback with its query, as the browser asked for it
 */
export async function answerCallback(
  { auth, baseUrl }: Services,
  { path, headers }: { path: string; headers: Headers },
): Promise<Response> {
  const { handler } = await auth();
  return handler(new Request(new URL(path, baseUrl), { headers }));
}
