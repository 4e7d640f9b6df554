import { KEY_PATTERN } from "@docsteward/contract/key";
import { fixedClock } from "@docsteward/platform/clock";
import { describe, expect } from "vitest";
import { ZodError } from "zod";
import { createAccessCache } from "../access-cache.ts";
import { seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { type AuthenticateInput, authenticate } from "./authenticate.ts";
import { CreateKey, createKey } from "./create.ts";
import { revokeKey } from "./key.ts";
import { listKeys } from "./list.ts";
import { makeToken, parseToken } from "./token.ts";

const clock = fixedClock("2026-05-01T10:00:00Z");
const test = servicesTest({ clock }).extend(
  "enter",
  { scope: "file" },
  ({ services }) =>
    (token: string | undefined, more: Partial<AuthenticateInput> = {}) => {
      return authenticate(services, { token, kind: "admin", scope: "write", ...more });
    },
);

test("tokens have the documented form, and the longer prefix is matched first", () => {
  for (const kind of ["admin", "assistant"] as const) {
    const token = makeToken(kind);

    expect(token).toMatch(KEY_PATTERN);
    expect(parseToken(token)).toBe(kind);
    expect(parseToken(`${token.slice(0, -1)}${token.endsWith("a") ? "b" : "a"}`)).toBeNull();
    expect(parseToken(`${token} `)).toBeNull();
  }
  expect(parseToken("svc_")).toBeNull();
});

test("a key opens with its token, which is stored nowhere", async ({ services, enter }) => {
  const ctx = await seedProject(services);
  const { token, id } = await seedKey(ctx);

  expect(await enter(token)).toMatchObject({ id, organizationId: ctx.project.organizationId, projectId: null });
  const row = await services.db.apiKey.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(row)).not.toContain(token);
  expect(row.expiresAt).toEqual(new Date("2026-07-30T10:00:00Z"));
});

describe("a call is refused", () => {
  test("without a key, with a mistyped one and with an unknown one", async ({ enter }) => {
    await expect(enter(undefined)).rejects.toMatchObject({ code: "missing_key" });
    await expect(enter("")).rejects.toMatchObject({ code: "missing_key" });
    await expect(enter("svc_nonsense")).rejects.toMatchObject({ code: "invalid_key" });
    await expect(enter(makeToken("admin"))).rejects.toMatchObject({ code: "invalid_key" });
    await expect(enter(makeToken("assistant"))).rejects.toMatchObject({ code: "invalid_key" });
  });

  test("with a key of the other kind", async ({ services, enter }) => {
    const ctx = await seedProject(services);
    const assistant = await seedKey(ctx, { kind: "assistant" });
    const admin = await seedKey(ctx);

    await expect(enter(assistant.token)).rejects.toMatchObject({ code: "wrong_key_type" });
    await expect(enter(admin.token, { kind: "assistant" })).rejects.toMatchObject({ code: "wrong_key_type" });
  });

  test("when the key has expired, to the millisecond", async ({ services }) => {
    const ctx = await seedProject(services);
    const now = fixedClock("2026-05-01T10:00:00Z");
    const aged = { ...ctx, clock: now, memory: createAccessCache(now) };
    const { token } = await createKey(aged, {
      kind: "admin",
      name: "week",
      expiresInDays: 7,
    });

    now.advance(7 * 86_400_000 - 1);
    await authenticate(aged, { token, kind: "admin", scope: "read" });
    now.advance(1);

    await expect(authenticate(aged, { token, kind: "admin", scope: "read" })).rejects.toMatchObject({
      code: "expired_key",
    });
  });

  test("when the key was revoked: immediately in this process, after 5 seconds where it is cached", async ({
    services,
    enter,
  }) => {
    const ctx = await seedProject(services);
    const { token, id } = await seedKey(ctx);
    const now = fixedClock("2026-05-01T10:00:00Z");
    const elsewhere = { ...services, clock: now, memory: createAccessCache(now) };
    await enter(token);
    await authenticate(elsewhere, { token, kind: "admin", scope: "read" });

    await revokeKey(ctx, { id });

    await expect(enter(token)).rejects.toMatchObject({ code: "revoked_key" });
    now.advance(5_000);
    await expect(authenticate(elsewhere, { token, kind: "admin", scope: "read" })).rejects.toMatchObject({
      code: "revoked_key",
    });
  });

  test("when the key does not allow it: scope, address, website", async ({ services, enter }) => {
    const ctx = await seedProject(services);
    const reader = await seedKey(ctx, { scopes: ["read"] });
    const bound = await seedKey(ctx, { allowedIps: ["10.0.0.0/8", "2001:db8::/32"] });
    const site = await seedKey(ctx, { kind: "assistant", allowedOrigins: ["https://docs.acme.test"] });

    await expect(enter(reader.token)).rejects.toMatchObject({ code: "insufficient_scope" });
    await enter(reader.token, { scope: "read" });

    await expect(enter(bound.token)).rejects.toMatchObject({ code: "ip_not_allowed" });
    await expect(enter(bound.token, { address: "11.0.0.1" })).rejects.toMatchObject({ code: "ip_not_allowed" });
    for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "2001:db8::1"]) await enter(bound.token, { address });

    const assistant = { kind: "assistant", scope: "read" } as const;
    await expect(enter(site.token, { ...assistant, origin: "https://evil.test" })).rejects.toMatchObject({
      code: "origin_not_allowed",
    });
    await enter(site.token, { ...assistant, origin: "https://docs.acme.test" });
    await enter(site.token, assistant);
  });
});

test("the last use is noted, at most once a minute", async ({ services, enter }) => {
  const ctx = await seedProject(services);
  const { token, id } = await seedKey(ctx);
  const lastUse = async () => (await services.db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt?.toISOString();

  await enter(token);
  await expect.poll(lastUse).toBe("2026-05-01T10:00:00.000Z");
  clock.advance(59_000);
  await enter(token);
  clock.advance(2_000);
  await enter(token);

  await expect.poll(lastUse).toBe("2026-05-01T10:01:01.000Z");
});

test("keys of another organization are hidden", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  const { id } = await seedKey(theirs);

  expect(await listKeys(mine)).toEqual([]);
  await expect(revokeKey(mine, { id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test.for(["10.0.0.0/33", "10.0.0", "::/129", "10.0.0.1/", "a/8", "10.0.0.0/8/8"])(
  "the address range %j is refused",
  async (range, { services }) => {
    const ctx = await seedProject(services);

    await expect(seedKey(ctx, { allowedIps: [range] })).rejects.toMatchObject({ code: "invalid_request" });
  },
);

test.each([
  { name: " " },
  { name: "x".repeat(101) },
  { expiresInDays: 0 },
  { expiresInDays: 1.5 },
  { allowedOrigins: ["docs.acme.test"] },
  { allowedOrigins: ["https://docs.acme.test/"] },
])("a key with %j is refused", (settings) => {
  const parse = () => CreateKey.parse({ kind: "assistant", name: "test", ...settings });

  expect(parse).toThrow(ZodError);
});
