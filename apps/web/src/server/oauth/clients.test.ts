import { approveConsent, previewConsent } from "@docsteward/services/oauth/consent";
import { AuthorizationQuery } from "@docsteward/services/oauth/request";
import { createAppMemory } from "@docsteward/services/oauth/testing-client";
import { CLIENT_ADDRESS_HEADER } from "@docsteward/services/sign-in/client-address";
import { seedKey, seedProject } from "@docsteward/services/testing";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { describe, expect } from "vitest";
import { GET as serverMetadata } from "#app/(api)/.well-known/oauth-authorization-server/route.ts";
import { GET as resource } from "#app/(api)/.well-known/oauth-protected-resource/mcp/[domain]/route.ts";
import { GET as adminResource } from "#app/(api)/.well-known/oauth-protected-resource/mcp/admin/[projectId]/route.ts";
import { POST as mcp } from "#app/(api)/mcp/[domain]/route.ts";
import { GET as card } from "#app/(api)/mcp/[domain]/server-card/route.ts";
import { POST as register } from "#app/(api)/oauth/register/route.ts";
import { POST as token } from "#app/(api)/oauth/token/route.ts";
import { BASE, oauthTest, REDIRECT } from "../../testing/oauth-test.ts";
import { send } from "../../testing/test-app.ts";

const { test, redirects, headersOf, publish, asked, memberOf, call, pass } = oauthTest();

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
function createApp(ctx: Awaited<ReturnType<typeof seedProject>>, person: Awaited<ReturnType<typeof memberOf>>) {
  const gone: { back?: URL } = {};
  const { saved, authProvider } = createAppMemory({
    name: "Registered app",
    redirectUrl: REDIRECT,
    state: "state of the app",
    async openBrowser(url) {
      const query = AuthorizationQuery.parse(Object.fromEntries(url.searchParams));
      const { url: back } = await approveConsent(person, { query, scopes: ["read"], headers: headersOf() });
      gone.back = new URL(back);
    },
  });
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
      authProvider,
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
  pass(31 * 60_000);
  const page = await client.callTool({ name: "get_page", arguments: { path: "/secret" } });
  expect(JSON.stringify(page)).toContain("PLANTED");
  expect(app.saved.tokens?.access_token).not.toBe(before);
  await client.close();
});

describe("a request to be connected is refused", () => {
  const refusalOf = async (ctx: Awaited<ReturnType<typeof seedProject>>, more: Partial<AuthorizationQuery>) => {
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
