import { fixedClock } from "@docsteward/platform/clock";
import { expect } from "vitest";
import { purgeExpired } from "../purge-expired.ts";
import { seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { authenticate } from "./authenticate.ts";
import { listKeyUses } from "./list.ts";
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

  expect(await listKeyUses(ctx, { hours: 3 })).toEqual([{ keyId: id, hours: [0, 3, 1] }]);
  clock.advance(3 * HOUR_MS);
  expect(await listKeyUses(ctx, { hours: 3 })).toEqual([]);
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

  expect(await listKeyUses(ctx, { hours: 1 })).toEqual([{ keyId: id, hours: [2] }]);
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
