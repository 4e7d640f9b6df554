// One story in one file: the attacks need the same app, person and provider that the flow that works has.
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { removeMember } from "@docsteward/services/member/members";
import {
  approveConsent,
  finishReaderSignIn,
  previewConsent,
  startReaderSignIn,
} from "@docsteward/services/oauth/consent";
import { listConnectedClients, revokeConnectedClient } from "@docsteward/services/oauth/grant";
import { AuthorizationQuery } from "@docsteward/services/oauth/request";
import { clearClientSignIn, SetClientSignIn, setClientSignIn } from "@docsteward/services/oauth/settings";
import { setReaderAccess } from "@docsteward/services/reader-access/settings";
import { CLIENT_ADDRESS_HEADER } from "@docsteward/services/sign-in/client-address";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey, seedMember, seedProject } from "@docsteward/services/testing";
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { describe, expect } from "vitest";
import { GET as serverMetadata } from "#app/(api)/.well-known/oauth-authorization-server/route.ts";
import { GET as resource } from "#app/(api)/.well-known/oauth-protected-resource/mcp/[domain]/route.ts";
import { GET as adminResource } from "#app/(api)/.well-known/oauth-protected-resource/mcp/admin/[projectId]/route.ts";
import { POST as search } from "#app/(api)/discovery/v1/search/[domain]/route.ts";
import { POST as mcp } from "#app/(api)/mcp/[domain]/route.ts";
import { GET as card } from "#app/(api)/mcp/[domain]/server-card/route.ts";
import { POST as adminMcp } from "#app/(api)/mcp/admin/[projectId]/route.ts";
import { POST as register } from "#app/(api)/oauth/register/route.ts";
import { POST as revoke } from "#app/(api)/oauth/revoke/route.ts";
import { POST as token } from "#app/(api)/oauth/token/route.ts";
import { startIdentityProvider } from "../testing/identity-provider.ts";
import { appTest, send } from "../testing/test-app.ts";
import type { RouteHandler } from "./http/endpoint.ts";

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
const BASE = "https://docsteward.test";
const REDIRECT = "http://127.0.0.1:7777/callback";

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
  const document = { client_id: id, client_name: "Testing app", redirect_uris: ["http://127.0.0.1/callback"], ...more };
  documents.set(path, text ?? JSON.stringify(document));
  return id;
}

type Project = Awaited<ReturnType<typeof seedProject>>;

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

type Exchanged = { status: number; access_token?: string; refresh_token?: string; error?: string };

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

describe("a project that lets people sign in", () => {
  test("says without a key where to do so, to every website; one that doesn't answers like one that does not exist", async ({
    open,
    services,
  }) => {
    const ctx = await open();
    const closed = await seedProject(services);

    const refused = await call(ctx);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer resource_metadata="${BASE}/.well-known/oauth-protected-resource/mcp/${ctx.project.domain}", scope="read"`,
    );
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    expect(refused.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
    expect((await call(ctx, "svc_mcp_made-up")).headers.get("www-authenticate")).toContain('error="invalid_token"');

    const [off, none] = [await call(closed), await call({ ...closed, project: { ...closed.project, domain: "none" } })];
    expect([off.status, off.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect([none.status, none.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect((await send(resource, { params: { domain: closed.project.domain } })).status).toBe(404);
    expect((await send(resource, { params: { domain: "none" } })).status).toBe(404);
    expect((await send(adminResource, { params: { projectId: ctx.project.id } })).status).toBe(404);
    expect((await send(card, { params: { domain: ctx.project.domain } })).status).toBe(200);
    expect((await send(card, { params: { domain: closed.project.domain } })).status).toBe(401);
  });

  test("takes keys as before", async ({ open }) => {
    const ctx = await open();
    const { token: key } = await seedKey(ctx, { kind: "assistant" });

    expect((await call(ctx, key)).status).toBe(200);
  });
});

/** What an app of the official client keeps, and the person's browser. */
function createApp(ctx: Project, person: Awaited<ReturnType<typeof memberOf>>) {
  const saved: {
    client?: OAuthClientInformationMixed;
    tokens?: OAuthTokens;
    verifier?: string;
    discovery?: OAuthDiscoveryState;
  } = {};
  const gone: { back?: URL } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: "Registered app", redirect_uris: [REDIRECT] },
    state: () => "state of the app",
    clientInformation: () => saved.client,
    saveClientInformation: (client) => void Object.assign(saved, { client }),
    tokens: () => saved.tokens,
    saveTokens: (tokens) => void Object.assign(saved, { tokens }),
    saveDiscoveryState: (discovery) => void Object.assign(saved, { discovery }),
    discoveryState: () => saved.discovery,
    saveCodeVerifier: (verifier) => void Object.assign(saved, { verifier }),
    codeVerifier: () => saved.verifier ?? "",
    async redirectToAuthorization(url) {
      const query = AuthorizationQuery.parse(Object.fromEntries(url.searchParams));
      const { url: back } = await approveConsent(person, { query, scopes: ["read"], headers: headersOf() });
      gone.back = new URL(back);
    },
  };
  const fetchHere = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    request.headers.set(CLIENT_ADDRESS_HEADER, "192.0.2.10");
    const { pathname } = new URL(request.url);
    const at = (params: Record<string, string>) => ({ params: Promise.resolve(params) });
    const domain = ctx.project.domain;
    if (pathname === `/.well-known/oauth-protected-resource/mcp/${domain}`) return resource(request, at({ domain }));
    if (pathname === "/.well-known/oauth-authorization-server") return serverMetadata(request, at({}));
    if (pathname === "/oauth/token") return token(request, at({}));
    if (pathname === "/oauth/register") return register(request, at({}));
    if (pathname === `/mcp/${domain}` && request.method === "POST") return mcp(request, at({ domain }));
    return new Response(null, { status: pathname.startsWith("/mcp") ? 405 : 404 });
  };
  const open = () =>
    new StreamableHTTPClientTransport(new URL(`${BASE}/mcp/${ctx.project.domain}`), {
      authProvider: provider,
      fetch: fetchHere,
    });
  return { saved, gone, open };
}

test("the protocol's own client registers, is allowed, reads, and gets new tokens when its own end", async ({
  open,
}) => {
  const ctx = await open();
  const app = createApp(ctx, await memberOf(ctx));
  const newClient = () => new Client({ name: "test", version: "1.0.0" });
  const transport = app.open();

  await expect(newClient().connect(transport)).rejects.toThrow(UnauthorizedError);
  const back = app.gone.back;
  expect(back?.searchParams.get("state")).toBe("state of the app");
  expect(back?.searchParams.get("iss")).toBe(BASE);
  await transport.finishAuth(back?.searchParams ?? new URLSearchParams());
  const client = newClient();
  await client.connect(app.open());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("get_page");

  const before = app.saved.tokens?.access_token;
  nowMs += 31 * 60_000;
  const page = await client.callTool({ name: "get_page", arguments: { path: "/secret" } });
  expect(JSON.stringify(page)).toContain("PLANTED");
  expect(app.saved.tokens?.access_token).not.toBe(before);
  await client.close();
});

describe("an app gets its tokens", () => {
  test("once for a code, and a code that comes again ends them", async ({ open }) => {
    const ctx = await open();
    const { form, back } = await connect(ctx);
    expect(back.searchParams.get("iss")).toBe(BASE);
    const first = await exchange(form);

    expect(first).toMatchObject({ status: 200, token_type: "Bearer", scope: "read" });
    expect((await call(ctx, first.access_token)).status).toBe(200);
    expect(await exchange(form)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect((await call(ctx, first.access_token)).status).toBe(401);
    expect(
      await exchange({
        grant_type: "refresh_token",
        refresh_token: first.refresh_token ?? "",
        client_id: form.client_id,
      }),
    ).toMatchObject({ error: "invalid_grant" });
  });

  test.for([
    ["with another verifier", { code_verifier: "x".repeat(43) }, "invalid_grant"],
    ["without a verifier", { code_verifier: "" }, "invalid_grant"],
    ["as another app", { client_id: "https://evil.example/client.json" }, "invalid_grant"],
    ["for another address", { redirect_uri: "http://127.0.0.1:1/callback" }, "invalid_grant"],
    ["for another server", { resource: `${BASE}/mcp/other` }, "invalid_target"],
    ["in another way", { grant_type: "password" }, "unsupported_grant_type"],
  ] as const)("not %s", async ([_, more, error], { open }) => {
    const { form } = await connect(await open());

    expect(await exchange({ ...form, ...more })).toMatchObject({ status: 400, error });
    expect((await exchange(form)).status).toBe(200);
  });

  test("not after a minute", async ({ open }) => {
    const { form } = await connect(await open());
    nowMs += 61_000;

    expect(await exchange(form)).toMatchObject({ error: "invalid_grant" });
  });

  test("anew for a refresh token, which works once: a stolen one ends the access of both", async ({ open }) => {
    const ctx = await open();
    const { form } = await connect(ctx);
    const first = await exchange(form);
    const again = (refresh_token = "") =>
      exchange({ grant_type: "refresh_token", refresh_token, client_id: form.client_id, resource: form.resource });
    const second = await again(first.refresh_token);

    expect((await call(ctx, second.access_token)).status).toBe(200);
    expect(
      await exchange({
        grant_type: "refresh_token",
        refresh_token: second.refresh_token ?? "",
        client_id: "https://evil.example/x",
      }),
    ).toMatchObject({ error: "invalid_grant" });
    expect(await again(first.refresh_token)).toMatchObject({ error: "invalid_grant" });
    expect(await again(second.refresh_token)).toMatchObject({ error: "invalid_grant" });
    expect((await call(ctx, second.access_token)).status).toBe(401);
    expect(
      await ctx.db.auditEvent.count({ where: { projectId: ctx.project.id, action: "client.replay_refused" } }),
    ).toBe(1);
  });

  test("until it gives them back", async ({ open }) => {
    const ctx = await open();
    const { form } = await connect(ctx);
    const { access_token = "" } = await exchange(form);

    expect((await post(revoke, { token: access_token, client_id: "https://evil.example/x" })).status).toBe(401);
    expect((await call(ctx, access_token)).status).toBe(200);
    expect((await post(revoke, { token: access_token, client_id: form.client_id })).status).toBe(200);
    expect((await post(revoke, { token: "svc_mcp_unknown", client_id: form.client_id })).status).toBe(200);
    expect((await call(ctx, access_token)).status).toBe(401);
  });

  test("which are stored as hashes alone", async ({ open }) => {
    const ctx = await open();
    const { form } = await connect(ctx);
    const { access_token, refresh_token } = await exchange(form);
    const rows = JSON.stringify([await ctx.db.oAuthToken.findMany(), await ctx.db.oAuthRequest.findMany()]);

    expect(access_token).toMatch(/^svc_mcp_[0-9A-Za-z]{38}$/);
    for (const secret of [access_token, refresh_token, form.code]) expect(rows).not.toContain(secret);
  });
});

describe("a request to be connected is refused", () => {
  const refusalOf = async (ctx: Project, more: Partial<AuthorizationQuery>) => {
    const { query } = asked(ctx, more);
    const person = await memberOf(ctx);
    return approveConsent(person, { query, scopes: ["read"], headers: headersOf() }).then(
      () => null,
      (error: { code: string; back?: string | null }) => ({ code: error.code, isTold: Boolean(error.back) }),
    );
  };

  test.for([
    [
      "to an address that the app has not listed",
      { redirect_uri: "https://evil.example/callback" },
      "invalid_request",
      false,
    ],
    ["to a path that it has not listed", { redirect_uri: "http://127.0.0.1:7777/other" }, "invalid_request", false],
    ["to another name of this computer", { redirect_uri: "http://localhost:7777/callback" }, "invalid_request", false],
    ["without PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request", true],
    ["with PKCE in plain text", { code_challenge_method: "plain" }, "invalid_request", true],
    ["for a token in the address", { response_type: "token" }, "unsupported_response_type", true],
    ["without a server", { resource: undefined }, "invalid_target", true],
    ["for a server elsewhere", { resource: "https://evil.example/mcp/docs" }, "invalid_target", true],
    ["for an unknown scope", { scope: "admin" }, "invalid_scope", true],
    ["of an app that nobody describes", { client_id: "reg.W10.x" }, "invalid_client", false],
    [
      "of an app whose document is at a name with a dot at its end",
      { client_id: "https://app.example./c.json" },
      "invalid_client",
      false,
    ],
    [
      "of an app whose address has a password",
      { client_id: "https://a:b@app.example/c.json" },
      "invalid_client",
      false,
    ],
    [
      "of an app whose address is written in another form",
      { client_id: "https://APP.example/c.json" },
      "invalid_client",
      false,
    ],
    ["of an app on this computer, by a name", { client_id: "https://localhost/client.json" }, "invalid_client", false],
    [
      "of an app on this computer, in IPv6",
      { client_id: "https://[::ffff:7f00:1]/client.json" },
      "invalid_client",
      false,
    ],
    ["to a script", { redirect_uri: "javascript:alert(1)" }, "invalid_request", false],
    [
      "with a user in the address",
      { redirect_uri: "http://127.0.0.1:7777@evil.example/callback" },
      "invalid_request",
      false,
    ],
    [
      "with a backslash in the address",
      { redirect_uri: "http://127.0.0.1:7777\\@evil.example/callback" },
      "invalid_request",
      false,
    ],
    [
      "to a name that only begins like this computer's",
      { redirect_uri: "http://127.0.0.1.evil.example/callback" },
      "invalid_request",
      false,
    ],
    ["to a path that climbs", { redirect_uri: "http://127.0.0.1/callback/%2e%2e/other" }, "invalid_request", false],
    ["of an app without an address", { client_id: "my-app" }, "invalid_client", false],
    ["of an app at the root of a host", { client_id: "https://app.example/" }, "invalid_client", false],
    [
      "of an app on an internal address",
      { client_id: "http://169.254.169.254/latest/meta-data" },
      "invalid_client",
      false,
    ],
    ["of an app in a private network", { client_id: "https://10.0.0.1/client.json" }, "invalid_client", false],
  ] as const)("%s", async ([_, more, code, isTold], { open }) => {
    expect(await refusalOf(await open(), more)).toEqual({ code, isTold });
  });

  test.for([
    ["is another's", { client_id: "https://claude.ai/oauth/client" }],
    ["wants a secret", { token_endpoint_auth_method: "client_secret_basic" }],
    ["leads to a script", { redirect_uris: ["javascript:alert(1)"] }],
    ["leads to a script, in another case", { redirect_uris: ["JavaScript:alert(1)"] }],
    ["leads to data", { redirect_uris: ["data:text/html,x"] }],
    ["leads to an address with a user", { redirect_uris: ["https://claude.ai@evil.example/"] }],
    ["names its addresses in no list", { redirect_uris: "http://127.0.0.1/callback" }],
    ["leads to a host without TLS", { redirect_uris: ["http://evil.example/callback"] }],
    ["lists nothing", { redirect_uris: [] }],
  ] as const)("of an app whose document %s", async ([_, more], { open }) => {
    expect(await refusalOf(await open(), { client_id: publish(more) })).toMatchObject({ code: "invalid_client" });
  });

  test("of an app whose document is huge, or no JSON", async ({ open }) => {
    const ctx = await open();

    expect(await refusalOf(ctx, { client_id: publish({ more: "x".repeat(20_000) }) })).toMatchObject({
      code: "invalid_client",
    });
    expect(await refusalOf(ctx, { client_id: publish({}, "<html>") })).toMatchObject({ code: "invalid_client" });
  });

  test("of an app whose document is elsewhere by now, or nested without end", async ({ open }) => {
    const ctx = await open();
    const moved = publish();
    redirects.set(new URL(moved).pathname, publish());

    expect(await refusalOf(ctx, { client_id: moved })).toMatchObject({ code: "invalid_client" });
    const deep = `${"[".repeat(7_000)}${"]".repeat(7_000)}`;
    expect(await refusalOf(ctx, { client_id: publish({}, deep) })).toMatchObject({ code: "invalid_client" });
  });

  test("of an app whose registration is another's, longer or cut", async ({ open }) => {
    const ctx = await open();
    const registered = await send(register, { params: {}, body: { client_name: "One", redirect_uris: [REDIRECT] } });
    const { client_id: id }: { client_id: string } = await registered.json();

    expect(await refusalOf(ctx, { client_id: id })).toBeNull();
    for (const client_id of [`${id}.more`, `${id}.`, id.slice(0, -1), id.replace("reg.", "reg.W")]) {
      expect(await refusalOf(ctx, { client_id })).toEqual({ code: "invalid_client", isTold: false });
    }
  });

  test("of a person who is no member", async ({ open }) => {
    const [ctx, other] = [await open(), await open()];
    const { query } = asked(ctx);

    await expect(
      approveConsent(await memberOf(other), { query, scopes: ["read"], headers: headersOf() }),
    ).rejects.toThrow("isn't a member");
  });
});

test("an app's name turns no text around and adds no lines", async ({ open }) => {
  const ctx = await open();
  const { query } = asked(ctx, { client_id: publish({ client_name: "Claude\u202e\n\u2066 ti\u200b" }) });
  const { actor } = await memberOf(ctx);
  const consent = await previewConsent(ctx, { query, headers: headersOf(), userId: actor.userId });

  expect(consent?.client.name).toBe("Claude ti");
  const nameless = asked(ctx, { client_id: publish({ client_name: "\u200b" }) }).query;
  const other = await previewConsent(ctx, { query: nameless, headers: headersOf(), userId: actor.userId });
  expect(other?.client.name).toBe(other?.client.host);
});

test("of many that use a code or a token at the same instant, at most one gets tokens, and no more than one has access", async ({
  open,
}) => {
  const ctx = await open();
  const { form } = await connect(ctx);
  const codes = await Promise.all(Array.from({ length: 6 }, () => exchange(form)));
  expect(codes.map(({ status }) => status).filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  expect(new Set(codes.map(({ status }) => status)).has(500)).toBe(false);

  const next = await connect(ctx);
  const first = await exchange(next.form);
  const again = () =>
    exchange({
      grant_type: "refresh_token",
      refresh_token: first.refresh_token ?? "",
      client_id: next.form.client_id,
    });
  const giveBack = () => post(revoke, { token: first.access_token ?? "", client_id: next.form.client_id });
  const refreshed = await Promise.all([again(), again(), giveBack(), again()]);
  expect(refreshed.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  const tokens = refreshed.flatMap((answer) => ("access_token" in answer ? [answer.access_token] : []));
  for (const key of [...tokens, first.access_token]) expect((await call(ctx, key)).status).toBe(401);
  expect((await again()).error).toBe("invalid_grant");
});

describe("access ends with the next call", () => {
  test("when the person leaves the organization, the project stops, or an admin ends it", async ({ open }) => {
    const ctx = await open();
    const [leaving, kept] = [await connect(ctx), await connect(ctx)];
    const [one, two] = [await exchange(leaving.form), await exchange(kept.form)];
    const owner = { ...ctx, actor: { kind: "operator" } as const };

    await removeMember(owner, { userId: leaving.person.actor.userId });
    expect((await call(ctx, one.access_token)).status).toBe(401);
    expect((await call(ctx, two.access_token)).status).toBe(200);
    // Who comes back connects anew.
    const { userId } = leaving.person.actor;
    await ctx.db.membership.create({ data: { organizationId: ctx.organization.id, userId, role: "owner" } });
    expect((await call(ctx, one.access_token)).status).toBe(401);
    expect(await listConnectedClients(ctx)).toHaveLength(1);
    const [client] = await listConnectedClients(ctx);
    expect(client).toMatchObject({ name: "Testing app", server: "readers" });
    const three = await exchange((await connect(ctx)).form);
    const [newest] = await listConnectedClients(ctx);
    await revokeConnectedClient(owner, { id: newest?.id ?? "" });
    expect((await call(ctx, three.access_token)).status).toBe(401);
    await clearClientSignIn(ctx);
    expect((await call(ctx, two.access_token)).status).toBe(401);
    await setClientSignIn(ctx, SetClientSignIn.parse({ readers: "members" }));
    expect((await call(ctx, two.access_token)).status).toBe(401);
  });
});

test("a token of one project does nothing in another, at the team's server, or elsewhere in the API", async ({
  open,
}) => {
  const [ctx, other] = [
    await open({ readers: "members", isTeam: true }),
    await open({ readers: "members", isTeam: true }),
  ];
  const { access_token = "" } = await exchange((await connect(ctx, {}, "owner")).form);
  const params = { domain: ctx.project.domain };

  expect((await call(ctx, access_token)).status).toBe(200);
  expect((await call(other, access_token)).status).toBe(401);
  expect((await send(search, { params, key: access_token, body: { query: "flag" } })).status).toBe(401);
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  expect((await send(adminMcp, { params: { projectId: ctx.project.id }, key: access_token, body: list })).status).toBe(
    401,
  );
});

test("the team's server gives what the person's role and their consent allow", async ({ open }) => {
  const ctx = await open({ isTeam: true });
  const resource = `${BASE}/mcp/admin/${ctx.project.id}`;
  const toolsWith = async ({ access_token: key = "" }: Exchanged) => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const response = await send(adminMcp, { params: { projectId: ctx.project.id }, key, body });
    const text = await response.text();
    return { status: response.status, reads: text.includes("list_jobs"), writes: text.includes("create_job") };
  };
  const toolsOf = async (role: "viewer" | "member", scope?: string) =>
    toolsWith(await exchange((await connect(ctx, { resource, scope }, role)).form));

  expect(await toolsOf("member")).toEqual({ status: 200, reads: true, writes: true });
  expect(await toolsOf("member", "read")).toEqual({ status: 200, reads: true, writes: false });
  expect(await toolsOf("viewer")).toEqual({ status: 200, reads: true, writes: false });

  // An app may ask for less when it refreshes, and for the rest at the next time (RFC 6749, 6).
  const { form } = await connect(ctx, { resource }, "member");
  const again = ({ refresh_token = "" }: Exchanged, scope?: string) =>
    exchange({
      ...{ grant_type: "refresh_token", refresh_token, client_id: form.client_id, resource },
      ...(scope !== undefined && { scope }),
    });
  const fewer = await again(await exchange(form), "read");
  expect(fewer).toMatchObject({ status: 200, scope: "read" });
  expect(await toolsWith(fewer)).toEqual({ status: 200, reads: true, writes: false });
  expect(await again(fewer, "read admin")).toMatchObject({ status: 400, error: "invalid_scope" });
  const all = await again(fewer);
  expect(all).toMatchObject({ status: 200, scope: "read write" });
  expect(await toolsWith(all)).toEqual({ status: 200, reads: true, writes: true });
});

test("an app that refreshes in a loop leaves few tokens, and the last ones that it got still work", async ({
  open,
}) => {
  const ctx = await open();
  const { form } = await connect(ctx);
  let tokens = await exchange(form);
  const second = tokens.refresh_token;
  for (let count = 0; count < 45; count += 1) {
    const { refresh_token = "" } = tokens;
    nowMs += 1_000;
    tokens = await exchange({ grant_type: "refresh_token", refresh_token, client_id: form.client_id });
  }

  expect((await call(ctx, tokens.access_token)).status).toBe(200);
  expect(await ctx.db.oAuthToken.count({ where: { grant: { projectId: ctx.project.id } } })).toBeLessThanOrEqual(40);
  const replayed = { grant_type: "refresh_token", refresh_token: second ?? "", client_id: form.client_id };
  expect(await exchange(replayed)).toMatchObject({ status: 400, error: "invalid_grant" });
});

test("the person sees where they go back to: a host, or the whole place of a program's own scheme", async ({
  open,
}) => {
  const ctx = await open();
  const { actor } = await memberOf(ctx);
  const placeOf = async (redirect: string) => {
    const { query } = asked(ctx, { client_id: publish({ redirect_uris: [redirect] }), redirect_uri: redirect });
    return (await previewConsent(ctx, { query, userId: actor.userId, headers: headersOf() }))?.redirectTo;
  };

  expect(await placeOf("https://app.example/callback?x=1")).toBe("app.example");
  expect(await placeOf("cursor://anysphere.cursor-mcp/oauth/callback?x=1")).toBe(
    "cursor://anysphere.cursor-mcp/oauth/callback",
  );
  expect(await placeOf("com.example.app:/callback")).toBe("com.example.app:/callback");
  expect((await placeOf(`com.example.app:/${"a".repeat(500)}`))?.length).toBeLessThan(120);
});

describe("readers of the project's own provider", () => {
  const USER = { id: 7, name: "Ada", email: "ada@example.com", isVerified: true };

  test("see what their groups may see, and nothing of another's sign-in", async ({ open }) => {
    await using provider = await startIdentityProvider();
    const ctx = await open({ readers: "oidc", issuer: provider.url, clientId: "docs", clientSecret: "s3cret" });
    await setReaderAccess(ctx, { method: "keys", isByNavigation: false });
    const signIn = async (groups: string[]) => {
      const { query, verifier } = asked(ctx);
      const headers = headersOf();
      const { url, cookies } = await startReaderSignIn(ctx, { query, headers });
      const at = new URL(url).searchParams;
      expect(at.get("code_challenge_method")).toBe("S256");
      const { search } = provider.allow(url, { ...USER, groups });
      const cookie = (cookies[0] ?? "").split(";", 1)[0] ?? "";
      const finish = (more: { cookie?: string; projectId?: string } = {}) =>
        finishReaderSignIn(ctx, {
          projectId: more.projectId ?? ctx.project.id,
          search,
          headers: headersOf({ cookie: more.cookie ?? cookie }),
        });
      const form = {
        grant_type: "authorization_code",
        client_id: query.client_id ?? "",
        redirect_uri: REDIRECT,
        code_verifier: verifier,
      };
      return { finish, form, search };
    };
    const connectReader = async (groups: string[]) => {
      const { finish, form } = await signIn(groups);
      const code = new URL((await finish()).url).searchParams.get("code") ?? "";
      return (await exchange({ ...form, code })).access_token ?? "";
    };

    const [staff, nobody] = [await connectReader(["Staff"]), await connectReader([])];
    expect(await readAll(ctx, staff)).toContain("PLANTED");
    expect(await readAll(ctx, nobody)).toContain("/flags");
    expect(await readAll(ctx, nobody)).not.toContain("PLANTED");
    for (const body of [
      { method: "tools/call", params: { name: "get_page", arguments: { path: "/secret" } } },
      { method: "tools/call", params: { name: "list_pages", arguments: {} } },
      { method: "resources/list" },
      { method: "resources/read", params: { uri: `docsteward://${ctx.project.domain}/secret` } },
    ]) {
      const params = { domain: ctx.project.domain };
      const answer = await send(mcp, { params, key: nobody, body: { jsonrpc: "2.0", id: 1, ...body } });
      expect(await answer.text()).not.toMatch(/PLANTED|Staff flags/);
    }

    const other = await signIn(["staff"]);
    await expect(other.finish({ cookie: "" })).rejects.toThrow("another browser");
    await expect(other.finish({ projectId: "prj_other" })).rejects.toThrow("another browser");
    expect((await other.finish()).url).toContain("code=");
    await expect(other.finish()).rejects.toThrow("another browser");
    await setClientSignIn(ctx, SetClientSignIn.parse({ readers: "members" }));
    expect((await call(ctx, staff)).status).toBe(401);
    expect(JSON.stringify(await ctx.db.clientSignIn.findMany())).not.toContain("s3cret");
  });

  test("connect two apps at the same time in one browser, in any order", async ({ open }) => {
    await using provider = await startIdentityProvider();
    const ctx = await open({ readers: "oidc", issuer: provider.url, clientId: "docs" });
    const jar = new Map<string, string>();
    // As a browser keeps cookies: by name, and sends those of the path.
    const cookieFor = (path: string) =>
      [...jar].flatMap(([name, line]) => {
        const at = /Path=([^;]*)/.exec(line)?.[1] ?? "/";
        return path.startsWith(at) ? [`${name}=${line.split(";", 1)[0]?.slice(name.length + 1)}`] : [];
      });
    const start = async () => {
      const headers = headersOf({ cookie: cookieFor("/api/trpc/clientSignIn.start").join("; ") });
      const { url, cookies } = await startReaderSignIn(ctx, { query: asked(ctx).query, headers });
      for (const line of cookies) jar.set(line.split("=", 1)[0] ?? "", line);
      return provider.allow(url, USER).search;
    };
    const searches = [await start(), await start()];

    for (const search of searches) {
      const headers = headersOf({ cookie: cookieFor(`/oauth/callback/${ctx.project.id}`).join("; ") });
      const { url } = await finishReaderSignIn(ctx, { projectId: ctx.project.id, search, headers });
      expect(new URL(url).searchParams.get("code")).not.toBeNull();
    }
  });

  test.for([
    ["groups of another type", { groups: { staff: true } }, false],
    ["numbers as groups", { groups: [1] }, false],
    ["10,000 groups", { groups: Array.from({ length: 10_000 }, (_, at) => `g${at}`) }, false],
    ["a name that is no text", { name: { first: "Ada" }, email: 7 }, true],
    ["a name that is cut within a character", { email: `${"x".repeat(199)}\u{1f600}` }, true],
    ["half a character", { email: "\ud800", groups: ["\ud800"] }, true],
    ["NUL", { email: "a\0b", groups: ["a\0b"] }, true],
  ] as const)("are connected or told, whatever the provider claims: %s", async ([_, claims, isConnected], { open }) => {
    await using provider = await startIdentityProvider();
    const ctx = await open({ readers: "oidc", issuer: provider.url, clientId: "docs" });
    const { url, cookies } = await startReaderSignIn(ctx, { query: asked(ctx).query, headers: headersOf() });
    const { search } = provider.allow(url, { ...USER, ...claims } as unknown as typeof USER);
    const headers = headersOf({ cookie: (cookies[0] ?? "").split(";", 1)[0] ?? "" });

    const back = new URL((await finishReaderSignIn(ctx, { projectId: ctx.project.id, search, headers })).url);
    expect(back.searchParams.has("code")).toBe(isConnected);
  });

  test("are told alike for a project that can't exist", async ({ open }) => {
    const ctx = await open();
    const finish = finishReaderSignIn(ctx, { projectId: "\0", search: "?state=\0", headers: headersOf() });

    await expect(finish).rejects.toThrow("another browser");
  });

  test("are refused when the provider's answer proves nothing", async ({ open }) => {
    await using provider = await startIdentityProvider();
    const ctx = await open({ readers: "oidc", issuer: provider.url, clientId: "docs" });
    const { query } = asked(ctx);
    const { url, cookies } = await startReaderSignIn(ctx, { query, headers: headersOf() });
    const forged = new URL(url);
    forged.searchParams.set("nonce", "another");
    const { search } = provider.allow(forged.href, USER);
    const headers = headersOf({ cookie: (cookies[0] ?? "").split(";", 1)[0] ?? "" });

    const back = new URL((await finishReaderSignIn(ctx, { projectId: ctx.project.id, search, headers })).url);
    expect([back.searchParams.get("error"), back.searchParams.get("code")]).toEqual(["access_denied", null]);
  });
});
