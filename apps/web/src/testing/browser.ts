import { CLIENT_ADDRESS_HEADER } from "@docsteward/services/sign-in/client-address";
import { GET, POST } from "../app/api/trpc/[trpc]/route.ts";

type Answered = {
  status: number;
  data: unknown;
  problem: { code: string; error: string } | null;
  setCookies: string[];
};

/** A browser as the procedures see it: it keeps the cookies that it is given, and sends them. */
export function openBrowser({ address = "203.0.113.7" } = {}) {
  const jar = new Map<string, string>();
  const keep = (setCookies: string[]) => {
    for (const line of setCookies) {
      const [pair = "", ...attributes] = line.split("; ");
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      if (attributes.includes("Max-Age=0")) jar.delete(name);
      else jar.set(name, value);
    }
  };
  const headers = () => ({
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0",
    [CLIENT_ADDRESS_HEADER]: address,
  });
  const read = async (response: Response): Promise<Answered> => {
    const setCookies = response.headers.getSetCookie();
    keep(setCookies);
    const { result, error } = await response.json();
    return { status: response.status, data: result?.data, problem: error?.data.problem ?? null, setCookies };
  };
  return {
    jar,
    headers,
    keep,
    /** Calls a mutation. */
    post: async (procedure: string, input: unknown = {}) =>
      read(
        await POST(
          new Request(`http://localhost/api/trpc/${procedure}`, {
            method: "POST",
            headers: { ...headers(), "content-type": "application/json" },
            body: JSON.stringify(input),
          }),
        ),
      ),
    /** Calls a query. */
    get: async (procedure: string, input: unknown = {}) =>
      read(
        await GET(
          new Request(`http://localhost/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, {
            headers: headers(),
          }),
        ),
      ),
  };
}
