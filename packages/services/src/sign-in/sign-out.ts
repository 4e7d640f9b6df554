import type { Services } from "../context.ts";

/** Ends the session of a request. @returns the cookies to answer with */
export async function signOut({ auth }: Services, { headers }: { headers: Headers }): Promise<string[]> {
  const { headers: answer } = await (await auth()).api.signOut({ headers, returnHeaders: true });
  return answer.getSetCookie();
}
