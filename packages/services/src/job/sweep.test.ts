import { describe, expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { type Lease, LeaseLostError } from "../lease.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { listEvents } from "./events.ts";
import { appendToJournal } from "./journal.ts";
import { claimJob } from "./lease.ts";
import { setJobLimits } from "./limits.ts";
import { sweepJobs } from "./sweep.ts";

const test = servicesTest()
  .extend("statusOf", { scope: "file" }, ({ services }) => async (id: string) => {
    return (await services.db.job.findUnique({ where: { id } }))?.status;
  })
  .extend("entriesOf", { scope: "file" }, ({ services }) => async (id: string): Promise<string[]> => {
    const rows = await services.db.$queryRaw<{ state: string }[]>`
    SELECT state::text FROM pgboss.job WHERE data->>'jobId' = ${id}
    UNION ALL SELECT 'waiting' FROM "WaitingJob" WHERE "jobId" = ${id}`;
    return rows.map(({ state }) => state);
  })
  /** Gives a job its turn. */
  .extend("admit", { scope: "file" }, ({ services, entriesOf }) => async (id: string): Promise<void> => {
    if (!(await entriesOf(id)).includes("waiting")) return;
    await services.db.$transaction(async (tx) => {
      await services.queue.job.withdraw(tx, id);
      await services.queue.job.enqueueNext(tx, id);
    });
  })
  .extend(
    "setEntries",
    { scope: "file" },
    ({ services, admit }) =>
      async (id: string, state: string): Promise<void> => {
        await admit(id);
        await services.db.$executeRaw`
    UPDATE pgboss.job SET state = ${state}::pgboss.job_state WHERE singleton_key = ${id}`;
      },
  )
  .extend("open", { scope: "file" }, ({ setEntries }) => async (ctx: ProjectContext) => {
    const { id } = await seedJob(ctx);
    await setEntries(id, "active");
    await claimJob(ctx, { id });
    const lease: Lease<"job"> = { kind: "job", id, attempt: 1 };
    return { id, lease };
  });

const LIMITS = { maxMinutes: 30 };
const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * MINUTE_MS) });

describe("a job that the queue has lost", () => {
  test("is queued again, once, however many processes look; others are left alone", async ({
    services,
    entriesOf,
    admit,
    setEntries,
  }) => {
    const ctx = await seedProject(services);
    const [lost, queued, held] = [await seedJob(ctx), await seedJob(ctx), await seedJob(ctx)];
    const ended = await seedJob(ctx, { status: "completed" });
    await setEntries(held.id, "active");
    for (const { id } of [lost, queued, ended]) await admit(id);
    await services.db.$executeRaw`DELETE FROM pgboss.job WHERE singleton_key IN (${lost.id}, ${ended.id})`;

    await Promise.all([sweepJobs(services, LIMITS), sweepJobs(services, LIMITS), sweepJobs(services, LIMITS)]);
    await sweepJobs(services, LIMITS);

    expect(await entriesOf(lost.id)).toEqual(["waiting"]);
    expect([await entriesOf(queued.id), await entriesOf(held.id)]).toEqual([["created"], ["active"]]);
    expect(await entriesOf(ended.id)).toEqual([]);
  });

  test("is queued again when its entry is done without it, and when a failed one stands in its way", async ({
    services,
    entriesOf,
    setEntries,
  }) => {
    const ctx = await seedProject(services);
    const [done, failed] = [await seedJob(ctx), await seedJob(ctx)];
    await setEntries(done.id, "completed");
    await setEntries(failed.id, "failed");

    await sweepJobs(services, LIMITS);

    expect(await entriesOf(done.id)).toEqual(["completed", "waiting"]);
    expect(await entriesOf(failed.id)).toEqual(["waiting"]);
  });
});

describe("a job whose worker has stopped getting on", () => {
  test("is failed after its time limit with the reason, and its worker loses the lease and gets a stop signal", async ({
    services,
    statusOf,
    open,
  }) => {
    const ctx = await seedProject(services);
    const { id, lease } = await open(ctx);
    const heard: (string | null)[] = [];
    const unsubscribe = services.notifier.subscribe("cancel", (jobId) => heard.push(jobId));

    await sweepJobs({ ...services, clock: inMinutes(34) }, LIMITS);
    expect(await statusOf(id)).toBe("active");
    await sweepJobs({ ...services, clock: inMinutes(36) }, LIMITS);

    expect(await services.db.job.findUnique({ where: { id } })).toMatchObject({
      status: "failed",
      failureCode: "limit_reached",
      failureReason: expect.stringContaining("exceeded its time limit"),
      attempt: lease.attempt + 1,
    });
    expect((await listEvents(ctx, { id })).at(-1)).toMatchObject({ type: "job.failed" });
    await expect(appendToJournal(ctx, { lease })).rejects.toBeInstanceOf(LeaseLostError);
    await expect.poll(() => heard).toEqual([id]);
    unsubscribe();
  });

  test("has the time that its project gives it", async ({ services, statusOf, open }) => {
    const ctx = await seedProject(services);
    const { id } = await open(ctx);
    await setJobLimits(ctx, { owner: "project", changes: { maxMinutes: 60 } });

    await sweepJobs({ ...services, clock: inMinutes(64) }, LIMITS);
    expect(await statusOf(id)).toBe("active");
    await sweepJobs({ ...services, clock: inMinutes(66) }, LIMITS);
    expect(await statusOf(id)).toBe("failed");
  });

  test("gets no more time than its organization's limit, or than the default without a grant", async ({
    services,
    statusOf,
    open,
  }) => {
    const { maxMinutes } = LIMITS;
    for (const [organization, project, minutes] of [
      [5, 60, 5],
      [undefined, 60, maxMinutes],
      [undefined, 10, 10],
      [500, undefined, maxMinutes],
    ] as const) {
      const ctx = await seedProject(services);
      const { id } = await open(ctx);
      const { id: projectId, organizationId } = ctx.project;
      const rowOf = (figure?: number) => ({ jobLimits: figure === undefined ? {} : { maxMinutes: figure } });
      await services.db.organization.update({ where: { id: organizationId }, data: rowOf(organization) });
      await services.db.project.update({ where: { id: projectId }, data: rowOf(project) });

      const before = Math.max(minutes + 4, 10);
      await sweepJobs({ ...services, clock: inMinutes(before) }, LIMITS);
      if (minutes > 5) expect(await statusOf(id)).toBe("active");
      await sweepJobs({ ...services, clock: inMinutes(before + 2) }, LIMITS);
      expect(await statusOf(id)).toBe("failed");
    }
  });

  test("is left alone while it records anything, and its time begins again with each message it takes", async ({
    services,
    statusOf,
    open,
  }) => {
    const ctx = await seedProject(services);
    const [steady, asked] = [await open(ctx), await open(ctx)];
    await appendToJournal(
      { ...ctx, clock: inMinutes(30) },
      { lease: steady.lease, entries: [{ kind: "tool", data: {} }] },
    );
    await appendToJournal(
      { ...ctx, clock: inMinutes(10) },
      { lease: asked.lease, events: [{ type: "message.taken", data: { messageId: "msg_1" } }] },
    );

    await sweepJobs({ ...services, clock: inMinutes(39) }, LIMITS);
    expect([await statusOf(steady.id), await statusOf(asked.id)]).toEqual(["active", "active"]);
    await sweepJobs({ ...services, clock: inMinutes(46) }, LIMITS);
    expect([await statusOf(steady.id), await statusOf(asked.id)]).toEqual(["failed", "failed"]);
  });

  test("is not one that waits in the queue, nor one that a worker has just taken after a long wait", async ({
    services,
    statusOf,
    setEntries,
    open,
  }) => {
    const ctx = await seedProject(services);
    const [waiting, resumed] = [await open(ctx), await open(ctx)];
    await setEntries(waiting.id, "retry");
    await claimJob({ ...ctx, clock: inMinutes(115) }, { id: resumed.id });

    await sweepJobs({ ...services, clock: inMinutes(120) }, LIMITS);

    expect([await statusOf(waiting.id), await statusOf(resumed.id)]).toEqual(["active", "active"]);
  });
});
