import { finishReaderSignIn, startReaderSignIn } from "@docsteward/services/oauth/consent";
import { SetClientSignIn, setClientSignIn } from "@docsteward/services/oauth/settings";
import { setReaderAccess } from "@docsteward/services/reader-access/settings";
import { describe, expect } from "vitest";
import { POST as mcp } from "#app/(api)/mcp/[domain]/route.ts";
import { startIdentityProvider } from "../../testing/identity-provider.ts";
import { oauthTest, REDIRECT } from "../../testing/oauth-test.ts";
import { send } from "../../testing/test-app.ts";

const { test, headersOf, asked, exchange, call, readAll } = oauthTest();

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
