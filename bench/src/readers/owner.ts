import { runAuthorization, type SuiteResult } from "../../../scenarios/api/mcp-suite.ts";
import type { LoggedService } from "../service/start-logged-service.ts";

type Asked = { domain: string; resource: string; folder: string };

/** Runs the suite's scenarios for authorization servers. The owner of a new account lets members sign in, and allows what is asked. */
export async function checkAuthorization(
  service: LoggedService,
  { domain, resource, folder }: Asked,
): Promise<SuiteResult> {
  const call = await createOwner(service);
  await call("clientSignIn.set", { org: "bench", domain, readers: "members" });
  const { passed, failures } = await runAuthorization({
    ...{ url: service.url, resource, folder },
    allow: async (query) => (await call<{ url: string }>("clientSignIn.approve", { query, scopes: ["read"] })).url,
  });
  return { passed, failures, excused: [], stale: [] };
}

type Call = <T>(procedure: string, input: object) => Promise<T>;

/** Makes the first account as the set-up page does. @returns calls of the dashboard as its person */
async function createOwner({ url, makeSetupLink }: LoggedService): Promise<Call> {
  let cookie = "";
  const call = async <T>(procedure: string, input: object): Promise<T> => {
    const response = await fetch(`${url}/api/trpc/${procedure}`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(`${procedure} answered ${response.status}: ${await response.text()}`);
    const set = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
    cookie = set.length > 0 ? set.join("; ") : cookie;
    return ((await response.json()) as { result: { data: T } }).result.data;
  };
  const token = new URL((await makeSetupLink()) ?? "").searchParams.get("token");
  const user = { name: "Ada Lovelace", email: "ada@example.com", password: crypto.randomUUID() };
  await call("setup.complete", { token, user });
  await call("session.signIn", { email: user.email, password: user.password });
  return call;
}
