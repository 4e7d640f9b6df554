/** Signs in by a link of the demo, as a browser does. @returns the session as a `Cookie` header */
export async function signIn(link: string): Promise<string> {
  const response = await fetch(link, { redirect: "manual" });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  if (cookies.length === 0) throw new Error(`Signing in with the demo's link failed: ${response.status}`);
  return cookies.join("; ");
}
