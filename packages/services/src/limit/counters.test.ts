import { isConnectionError } from "@docsteward/db/database-error";
import { expect } from "vitest";
import { servicesTest } from "../testing-fixtures.ts";
import { type CounterUse, createLimitCounters } from "./counters.ts";

const test = servicesTest().extend("counted", { scope: "file" }, ({ services }) => async () => {
  return Object.fromEntries((await services.db.limitCounter.findMany()).map(({ key, count }) => [key, count]));
});

const windowStart = new Date("2026-05-01T10:00:00Z");
const use = (key: string, quota: number): CounterUse => ({ key, windowStart, quota });

test("calls that are counted together are counted one after another, each all or none", async ({
  services,
  counted,
}) => {
  const { count } = createLimitCounters(services.db);
  // The first is under way alone while the others gather.
  const first = count([use("shared", 3), use("a", 9)]);

  const [second, refused, third, over] = await Promise.all([
    count([use("shared", 3), use("b", 9)]),
    count([use("b", 1), use("c", 9)]),
    count([use("c", 9), use("shared", 3)]),
    count([use("d", 9), use("shared", 3)]),
  ]);

  expect(await first).toEqual([
    { used: 1, accepted: true },
    { used: 1, accepted: true },
  ]);
  expect(second?.map(({ used }) => used)).toEqual([2, 1]);
  expect(refused).toEqual([
    { used: 1, accepted: false },
    { used: 0, accepted: false },
  ]);
  expect(third?.map(({ used }) => used)).toEqual([1, 3]);
  expect(over?.map(({ accepted }) => accepted)).toEqual([false, false]);
  expect(await counted()).toEqual({ shared: 3, a: 1, b: 1, c: 1, d: 0 });
});

test("a call that is over already leaves nothing behind", async ({ services, counted }) => {
  const { count } = createLimitCounters(services.db);

  await count([use("closed", 0), use("open", 5)]);

  expect(await counted()).not.toHaveProperty("closed");
  expect(await counted()).not.toHaveProperty("open");
});

test("the same key is another counter in another window", async ({ services }) => {
  const { count } = createLimitCounters(services.db);
  const next = { ...use("hourly", 1), windowStart: new Date("2026-05-01T11:00:00Z") };

  const calls = await Promise.all([count([use("hourly", 1)]), count([next]), count([next])]);

  expect(calls.map(([one]) => one?.accepted)).toEqual([true, true, false]);
});

test("a call during a failure gets the error, and the next one is counted", async ({ services }) => {
  const { count } = createLimitCounters(services.db);
  const broken = { ...use("broken", 1), windowStart: new Date(8.64e15) };

  const [lost] = await Promise.allSettled([count([broken])]);

  expect(lost?.status).toBe("rejected");
  expect(await count([use("after", 1)])).toEqual([{ used: 1, accepted: true }]);
});

test("calls that the database does not answer are given up, and the next ones are counted", async ({ services }) => {
  const { count } = createLimitCounters(services.db, { timeoutMs: 1_000 });

  await services.db.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE "LimitCounter" IN ACCESS EXCLUSIVE MODE`;
      const errors = await Promise.all([1, 2, 3].map(() => count([use("silent", 9)]).catch((error: unknown) => error)));
      expect(errors.map(isConnectionError)).toEqual([true, true, true]);
    },
    { timeout: 60_000 },
  );

  await expect
    .poll(() =>
      count([use("after", 9)]).then(
        ([one]) => one?.accepted,
        () => false,
      ),
    )
    .toBe(true);
});
