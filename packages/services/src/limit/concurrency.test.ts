import { expect, test } from "vitest";
import { summarizeDays } from "../analytics/days.ts";
import { listTopics } from "../analytics/topics.ts";
import { inTransaction } from "../context.ts";
import { groupGaps } from "../gap/group.ts";
import { createTestServices, seedProject } from "../testing.ts";
import { createLanes, createSlots, shareRun } from "./concurrency.ts";

test("an owner has as many as it may at a time, and another is not kept from its own", async () => {
  const slots = createSlots({ perOwner: 2, perProcess: 3 });
  const gate = Promise.withResolvers<void>();
  const hold = (owner: string) => slots.hold(owner, "model tests", () => gate.promise);
  const running = [hold("one"), hold("one")];

  await expect(hold("one")).rejects.toMatchObject({
    code: "rate_limited",
    message: "Too many model tests are running. Wait until one ends, then try again.",
    options: { retryAfterSeconds: 10 },
  });
  running.push(hold("two"));
  await expect(hold("three")).rejects.toMatchObject({ code: "rate_limited" });

  gate.resolve();
  await Promise.all(running);
  await expect(slots.hold("one", "model tests", async () => "room again")).resolves.toBe("room again");
});

test("work that fails gives its place back", async () => {
  const slots = createSlots({ perOwner: 1, perProcess: 1 });
  const fail = () => slots.hold("one", "model tests", () => Promise.reject(new Error("no")));

  await expect(fail()).rejects.toThrow("no");
  await expect(fail()).rejects.toThrow("no");
});

/** Work that ends on request, and how much of it has begun. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    start: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: (name: string) => ends.get(name)?.(),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("an owner's work waits for its lanes, and other owners' does not wait for it", async () => {
  const lanes = createLanes({ perOwner: 1, perProcess: 2, waitingPerOwner: 5 });
  const { begun, start, end } = createWork();
  const run = (owner: string, name: string) => lanes.run(owner, "comparisons", start(name));
  const all = [run("a", "a1"), run("a", "a2"), run("b", "b1"), run("c", "c1")];
  await settled();
  expect(begun).toEqual(["a1", "b1"]);

  end("b1");
  await settled();
  expect(begun).toEqual(["a1", "b1", "c1"]);
  end("a1");
  await settled();
  expect(begun).toEqual(["a1", "b1", "c1", "a2"]);
  end("c1");
  end("a2");

  expect(await Promise.all(all)).toEqual(["a1", "a2", "b1", "c1"]);
});

test("more than may wait is refused, and what fails gives its lane back", async () => {
  const lanes = createLanes({ perOwner: 1, perProcess: 1, waitingPerOwner: 1 });
  const fail = () => lanes.run("a", "comparisons", () => Promise.reject(new Error("git failed")));
  const [first, second, third] = await Promise.allSettled([fail(), fail(), fail()]);

  expect(first).toMatchObject({ reason: { message: "git failed" } });
  expect(second).toMatchObject({ reason: { message: "git failed" } });
  expect(third).toMatchObject({
    reason: { code: "rate_limited", message: "Too many comparisons are waiting. Try again in a few seconds." },
  });
  expect(await lanes.run("a", "comparisons", async () => "done")).toBe("done");
});

test("many readers of one project's analytics and gaps leave connections to everyone else", async () => {
  await using opened = new AsyncDisposableStack();
  const services = await createTestServices({ poolSize: 5 });
  opened.defer(() => services.close());
  const ctx = await seedProject(services);
  let reading: Promise<unknown> = Promise.resolve();

  await inTransaction(ctx, async ({ db }) => {
    for (const name of ["topics", "days", "gaps"])
      await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`${name}:${ctx.project.id}`}))::text`;
    const calls = Array.from({ length: 10 }, () => [
      listTopics(ctx, { limit: 10, format: "json" }),
      summarizeDays(ctx, {}),
      groupGaps(ctx),
    ]);
    reading = Promise.all(calls.flat());
    reading.catch(() => undefined);

    // More often than there are connections: by then all callers are at the lock.
    for (let asked = 0; asked < 20; asked += 1) expect(await ctx.db.project.count()).toBeGreaterThan(0);
  });

  await expect(reading).resolves.toHaveLength(30);
});

test("callers who come while work runs share one more run, also after one that failed", async () => {
  const ran: number[] = [];
  const work = async () => {
    ran.push(ran.length);
    await Promise.resolve();
    if (ran.length === 1) throw new Error("once");
  };

  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => shareRun("test", work)));

  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", ...Array(4).fill("fulfilled")]);
  expect(ran).toHaveLength(2);
  await shareRun("test", work);
  expect(ran).toHaveLength(3);
});
