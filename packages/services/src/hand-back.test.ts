import { ownProcess } from "@docsteward/platform/process-identity";
import { expect } from "vitest";
import { claimJob } from "./job/lease.ts";
import { handBackJobsOfAway } from "./lease.ts";
import { seedJob, seedProject } from "./testing.ts";
import { servicesTest } from "./testing-fixtures.ts";

const test = servicesTest();

test("a job of a process that was killed on this machine goes back to the queue at once, and ten times at most", async ({
  services,
  skip,
}) => {
  const own = ownProcess();
  if (own === null) return skip("this system does not tell which processes there are");
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);
  const { db } = services;
  const take = async () => {
    await db.$executeRaw`UPDATE pgboss.job SET state = 'active', started_on = now() WHERE singleton_key = ${id}`;
    const opened = await claimJob(ctx, { id });
    if (!opened) throw new Error(`There is nothing to do in ${id}.`);
    return opened.lease;
  };
  const lease = await take();
  expect(await handBackJobsOfAway(services)).toBe(0);

  const kill = async () => {
    const { heldOn } = await db.job.findUniqueOrThrow({ where: { id } });
    // Another process has had the same id, earlier.
    await db.job.update({ where: { id }, data: { heldOn: heldOn?.replace(/\d+$/, "1") ?? null } });
  };
  await kill();
  expect(await handBackJobsOfAway(services)).toBe(1);
  expect(await handBackJobsOfAway(services)).toBe(0);
  const entries = () => db.$queryRaw<{ state: string; handedBack: number; retries: number }[]>`
      SELECT state::text AS state, (data->>'handedBack')::int AS "handedBack", retry_count AS retries
      FROM pgboss.job WHERE singleton_key = ${id}`;
  expect(await entries()).toEqual([{ state: "created", handedBack: 1, retries: 0 }]);
  const next = await take();
  expect(next.attempt).toBe(lease.attempt + 1);

  for (let time = 2; time <= 10; time += 1) {
    await kill();
    expect(await handBackJobsOfAway(services)).toBe(1);
    await take();
  }
  await kill();
  expect(await handBackJobsOfAway(services)).toBe(0);
  expect(await entries()).toEqual([{ state: "active", handedBack: 10, retries: 0 }]);
});
