import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { approveConsent } from "@docsteward/services/oauth/consent";
import type { AuthorizationQuery } from "@docsteward/services/oauth/request";
import { SetClientSignIn, setClientSignIn } from "@docsteward/services/oauth/settings";
import { CLIENT_ADDRESS_HEADER } from "@docsteward/services/sign-in/client-address";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedMember, seedProject } from "@docsteward/services/testing";
import { POST as mcp } from "#app/(api)/mcp/[domain]/route.ts";
import { POST as token } from "#app/(api)/oauth/token/route.ts";
import type { RouteHandler } from "../server/http/endpoint.ts";
import { appTest, send } from "./test-app.ts";

/** The address of the service that the tests ask. */
export const BASE = "https://docsteward.test";
/** Where an app waits for the answer. */
export const REDIRECT = "http://127.0.0.1:7777/callback";

type Project = Awaited<ReturnType<typeof seedProject>>;
/** What the address of tokens answers. */
export type Exchanged = { status: number; access_token?: string; refresh_token?: string; error?: string };

/**
 * A test with projects that let people sign in, and what apps, their makers and people do. Call it once in a file: the server of the
 * apps' documents is the file's own.
 */
export function oauthTest() {
  /** Serves documents of clients, as their makers do. */
  const documents = new Map<string, string>();
  const redirects = new Map<string, string>();
  const documentServer = createServer((request, response) => {
    const text = documents.get(request.url ?? "");
    const location = redirects.get(request.url ?? "");
    if (location !== undefined) return response.writeHead(302, { location }).end();
    response.writeHead(text === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(text);
  });
  let nowMs = Date.now();

  const test = appTest({
    clock: { now: () => new Date(nowMs) },
    baseUrl: BASE,
    webhooks: { allowedNetworks: ["127.0.0.0/8"] },
  }).extend(
    "open",
    { scope: "file" },
    ({ services }) =>
      async (signIn: Partial<SetClientSignIn> = { readers: "members" }) => {
        const ctx = await seedProject(services);
        await seedSite(ctx, [
          { path: "/flags", title: "Flags", text: "A flag turns a feature off.", readers: [] },
          { path: "/secret", title: "Staff flags", text: "A flag of staff: PLANTED.", readers: ["staff"] },
        ]);
        await setClientSignIn(ctx, SetClientSignIn.parse({ readers: null, ...signIn }));
        return ctx;
      },
  );
  test.beforeAll(async () => {
    documentServer.listen(0, "127.0.0.1");
    await once(documentServer, "listening");
  });
  test.afterAll(() => documentServer.close());

  let lastAddress = 0;
  /** Another network for each, so that no test uses up the limit of another. */
  const headersOf = (more: Record<string, string> = {}) =>
    new Headers({ [CLIENT_ADDRESS_HEADER]: `10.${lastAddress >> 8}.${lastAddress++ & 255}.7`, ...more });

  let lastDocument = 0;
  function publish(more: object = {}, text?: string): string {
    const path = `/client-${lastDocument++}.json`;
    const id = `http://127.0.0.1:${(documentServer.address() as AddressInfo).port}${path}`;
    const document = {
      client_id: id,
      client_name: "Testing app",
      redirect_uris: ["http://127.0.0.1/callback"],
      ...more,
    };
    documents.set(path, text ?? JSON.stringify(document));
    return id;
  }

  function asked(ctx: Project, more: Partial<AuthorizationQuery> = {}) {
    const verifier = randomBytes(32).toString("base64url");
    const query: AuthorizationQuery = {
      response_type: "code",
      client_id: publish(),
      redirect_uri: REDIRECT,
      state: "the client's own",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource: `${BASE}/mcp/${ctx.project.domain}`,
      ...more,
    };
    return { query, verifier };
  }

  async function memberOf(ctx: Project, role: "viewer" | "member" | "owner" = "viewer") {
    const { id: userId, name } = await seedMember(ctx, { organizationId: ctx.organization.id, role });
    const actor = { kind: "user", userId, name } as const;
    return { ...ctx, actor };
  }

  const post = (route: RouteHandler, form: Record<string, string>) =>
    route(
      new Request("http://localhost/oauth", { method: "POST", body: new URLSearchParams(form), headers: headersOf() }),
      { params: Promise.resolve({}) },
    );

  async function exchange(form: Record<string, string>): Promise<Exchanged> {
    const response = await post(token, form);
    return { ...(await response.json()), status: response.status };
  }

  /** Connects an app as a member does, and gives what it gets. */
  async function connect(ctx: Project, more: Partial<AuthorizationQuery> = {}, role?: "viewer" | "member" | "owner") {
    const person = await memberOf(ctx, role);
    const { query, verifier } = asked(ctx, more);
    const { url } = await approveConsent(person, { query, scopes: ["read", "write"], headers: headersOf() });
    const back = new URL(url);
    const form = {
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      client_id: query.client_id ?? "",
      redirect_uri: query.redirect_uri ?? "",
      code_verifier: verifier,
      resource: query.resource ?? "",
    };
    return { person, back, form, query };
  }

  const call = (ctx: Project, key?: string) =>
    send(mcp, {
      params: { domain: ctx.project.domain },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search", arguments: { query: "flag" } } },
      headers: { [CLIENT_ADDRESS_HEADER]: "192.0.2.9" },
      ...(key !== undefined && { key }),
    });
  const readAll = async (ctx: Project, key: string) => (await call(ctx, key)).text();
  const pass = (ms: number) => {
    nowMs += ms;
  };

  return {
    test,
    documents,
    redirects,
    headersOf,
    publish,
    asked,
    memberOf,
    post,
    exchange,
    connect,
    call,
    readAll,
    pass,
  };
}
