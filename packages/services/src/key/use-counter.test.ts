import { fixedClock } from "@docsteward/platform/clock";
import { expect } from "vitest";
import { purgeExpired } from "../purge-expired.ts";
import { seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { authenticate } from "./authenticate.ts";
import { revokeKey } from "./key.ts";
import { listKeyDetails, listKeyUses } from "./list.ts";
import { createKeyUseCounter } from "./use-counter.ts";

const HOUR_MS = 3_600_000;
const test = servicesTest();

test("every accepted call of a key counts in its hour, over several processes", async ({ services }) => {
  const clock = fixedClock("2026-05-01T10:59:59Z");
  const ctx = { ...(await seedProject(services)), clock };
  const { token, id } = await seedKey(ctx);
  const processes = [1, 2].map(() => ({ ...ctx, keyUses: createKeyUseCounter(ctx) }));
  const call = (index: number, kind: "admin" | "assistant" = "admin") =>
    authenticate(processes[index] ?? ctx, { token, kind, scope: "read" });
  await Promise.all([call(0), call(1), call(0)]);
  clock.advance(1_000);
  await call(1);
  await expect(call(1, "assistant")).rejects.toMatchObject({ code: "wrong_key_type" });

  await Promise.all(processes.map(({ keyUses }) => keyUses.flush()));

  expect(await listKeyUses(ctx, { hours: 3 })).toEqual([{ keyId: id, hours: [0, 3, 1], errors: 1 }]);
  clock.advance(3 * HOUR_MS);
  expect(await listKeyUses(ctx, { hours: 3 })).toEqual([]);
});

test("requests that a key does not allow count as its errors", async ({ services }) => {
  const ctx = await seedProject(services);
  const { token, id } = await seedKey(ctx, { allowedIps: ["192.0.2.0/24"] });
  const call = (address: string) => authenticate(ctx, { token, kind: "admin", scope: "read", address });
  await call("192.0.2.7");
  await expect(call("198.51.100.7")).rejects.toMatchObject({ code: "ip_not_allowed" });
  await revokeKey(ctx, { id });
  await expect(call("192.0.2.7")).rejects.toMatchObject({ code: "revoked_key" });

  await ctx.keyUses.flush();

  expect(await listKeyUses(ctx, { hours: 1 })).toEqual([{ keyId: id, hours: [1], errors: 2 }]);
});

test("of an admin key the networks are kept, of readers nothing, and no whole address", async ({ services }) => {
  const clock = fixedClock("2026-05-01T10:00:00Z");
  const seeded = await seedProject(services);
  const ctx = { ...seeded, clock, keyUses: createKeyUseCounter(seeded) };
  const stranger = await seedProject(services);
  const admin = await seedKey(ctx);
  const reader = await seedKey(ctx, { kind: "assistant" });
  const call = (address: string) => authenticate(ctx, { token: admin.token, kind: "admin", scope: "read", address });
  await call("203.0.113.7");
  await call("::ffff:203.0.113.9");
  await authenticate(ctx, { token: reader.token, kind: "assistant", scope: "read", address: "198.51.100.7" });
  clock.advance(HOUR_MS);
  await call("2001:db8:1:2::3");

  await ctx.keyUses.flush();

  const at = (time: string) => new Date(time);
  const keys = await listKeyDetails(ctx);
  expect(keys.find(({ id }) => id === admin.id)?.networks).toEqual([
    { network: "2001:db8:1::/48", count: 1, lastUsedAt: at("2026-05-01T11:00:00Z") },
    { network: "203.0.113.0/24", count: 2, lastUsedAt: at("2026-05-01T10:00:00Z") },
  ]);
  expect(keys.find(({ id }) => id === reader.id)?.networks).toEqual([]);
  expect(await listKeyDetails(stranger)).toEqual([]);
  const after = (days: number) => ({
    ...services,
    clock: { now: () => new Date(clock.now().getTime() + days * 24 * HOUR_MS) },
  });
  await purgeExpired(after(29));
  expect(await ctx.db.keyNetwork.count({ where: { keyId: admin.id } })).toBe(2);
  await purgeExpired(after(31));
  expect(await ctx.db.keyNetwork.count({ where: { keyId: admin.id } })).toBe(0);
});

test("a key that is used from everywhere keeps a bounded number of networks, and goes on counting those", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const { id } = await seedKey(ctx);
  const uses = createKeyUseCounter(ctx);
  for (const round of [1, 2]) {
    for (let at = 0; at < 80; at += 1) uses.note(id, ctx.clock.now(), `10.${round}.${at}.1`);
    uses.note(id, ctx.clock.now(), "10.1.0.9");
    await uses.flush();
  }

  const kept = await ctx.db.keyNetwork.findMany({ where: { keyId: id }, orderBy: { network: "asc" } });

  expect(kept).toHaveLength(50);
  expect(kept[0]).toMatchObject({ network: "10.1.0.0/24", count: 3 });
});

test("a look at a key of a call that goes on is no use of it", async ({ services }) => {
  const ctx = await seedProject(services);
  const { token, id } = await seedKey(ctx);

  await authenticate(ctx, { token, kind: "admin", scope: "read", isCounted: false });
  await ctx.keyUses.flush();

  expect(await ctx.db.keyUse.count({ where: { keyId: id } })).toBe(0);
  expect(await ctx.db.apiKey.findUniqueOrThrow({ where: { id } })).toMatchObject({ lastUsedAt: null });
});

test("what could not be written waits for the next time", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedKey(ctx);
  let isAway = true;
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      if (name === "$executeRaw" && isAway) return () => Promise.reject(new Error("away"));
      return Reflect.get(target, name);
    },
  });
  const uses = createKeyUseCounter({ db, log: ctx.log });
  uses.note(id, ctx.clock.now());
  await uses.flush();
  isAway = false;
  uses.note(id, ctx.clock.now());

  await uses.flush();

  expect(await listKeyUses(ctx, { hours: 1 })).toEqual([{ keyId: id, hours: [2], errors: 0 }]);
});

test("a key that is gone takes nothing with it", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedKey(ctx);
  const uses = createKeyUseCounter(ctx);
  uses.note("key_gone", ctx.clock.now());
  uses.note(id, ctx.clock.now());

  await uses.flush();

  expect(await ctx.db.keyUse.findMany({ where: { keyId: { in: ["key_gone", id] } } })).toMatchObject([{ keyId: id }]);
});

test("hides another organization's uses, and old ones are deleted", async ({ services }) => {
  const ctx = await seedProject(services);
  const stranger = await seedProject(services);
  const { id } = await seedKey(ctx);
  const uses = createKeyUseCounter(ctx);
  uses.note(id, ctx.clock.now());
  await uses.flush();

  expect(await listKeyUses(stranger, { hours: 1 })).toEqual([]);
  await purgeExpired({ ...services, clock: { now: () => new Date(Date.now() + 61 * 24 * HOUR_MS) } });
  expect(await ctx.db.keyUse.count({ where: { keyId: id } })).toBe(1);
  await purgeExpired({ ...services, clock: { now: () => new Date(Date.now() + 63 * 24 * HOUR_MS) } });
  expect(await ctx.db.keyUse.count({ where: { keyId: id } })).toBe(0);
});
