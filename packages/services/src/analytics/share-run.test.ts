import { expect, test } from "vitest";
import { inTransaction } from "../context.ts";
import { groupGaps } from "../gap/group.ts";
import { createTestServices, seedProject } from "../testing.ts";
import { summarizeDays } from "./days.ts";
import { shareRun } from "./share-run.ts";
import { listTopics } from "./topics.ts";

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
