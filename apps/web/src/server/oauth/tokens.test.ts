import { removeMember } from "@docsteward/services/member/members";
import { listConnectedClients, revokeConnectedClient } from "@docsteward/services/oauth/grant";
import { clearClientSignIn, SetClientSignIn, setClientSignIn } from "@docsteward/services/oauth/settings";
import { describe, expect } from "vitest";
import { POST as search } from "#app/(api)/discovery/v1/search/[domain]/route.ts";
import { POST as adminMcp } from "#app/(api)/mcp/admin/[projectId]/route.ts";
import { POST as revoke } from "#app/(api)/oauth/revoke/route.ts";
import { BASE, type Exchanged, oauthTest } from "../../testing/oauth-test.ts";
import { send } from "../../testing/test-app.ts";

const { test, post, exchange, connect, call, pass } = oauthTest();

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
    pass(61_000);

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
    pass(1_000);
    tokens = await exchange({ grant_type: "refresh_token", refresh_token, client_id: form.client_id });
  }

  expect((await call(ctx, tokens.access_token)).status).toBe(200);
  expect(await ctx.db.oAuthToken.count({ where: { grant: { projectId: ctx.project.id } } })).toBeLessThanOrEqual(40);
  const replayed = { grant_type: "refresh_token", refresh_token: second ?? "", client_id: form.client_id };
  expect(await exchange(replayed)).toMatchObject({ status: 400, error: "invalid_grant" });
});
