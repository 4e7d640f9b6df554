import { readOomKills } from "@docsteward/platform/oom-kills";
import { describe, expect } from "vitest";
import type { ProjectContext } from "./context.ts";
import { listEvents } from "./job/events.ts";
import { getJob } from "./job/job.ts";
import { appendToJournal } from "./job/journal.ts";
import { claimJob, finishJob } from "./job/lease.ts";
import { sendMessage } from "./job/send-message.ts";
import { type Lease, recordLosses, releaseLease } from "./lease.ts";
import { addIndexRequest, requestIndex, requestIndexIfDue } from "./site/index-request.ts";
import { claimIndex, recordIndexProgress } from "./site/index-run.ts";
import { getIndexState } from "./site/index-state.ts";
import { seedJob, seedProject } from "./testing.ts";
import { servicesTest } from "./testing-fixtures.ts";

const test = servicesTest()
  /** Ends a worker as the kernel does that runs out of memory: its count has grown since the worker took the job. */
  .extend("killForMemory", { scope: "file" }, ({ services }) => async (id: string): Promise<void> => {
    const { heldOn } = await services.db.job.findUniqueOrThrow({ where: { id } });
    const [boot = "", kills] = heldOn?.split(" ") ?? [];
    await services.db.job.update({ where: { id }, data: { heldOn: `${boot} ${Number(kills) - 1}` } });
  })
  .extend("lose", { scope: "file" }, ({ services }) => (lease: Lease, cause = lease.id) => {
    return recordLosses(services, { current: { ...lease, id: cause }, held: [lease] });
  })
  /** The services of a worker at a time that the test moves, and a project there. */
  .extend("openAt", { scope: "file" }, ({ services }) => async () => {
    let at = START;
    const ctx = { ...(await seedProject(services)), clock: { now: () => new Date(at) } };
    const projectId = ctx.project.id;
    let commits = 0;
    return {
      ctx,
      wait: (ms: number) => {
        at += ms;
      },
      push: () => addIndexRequest(ctx, { projectId, reason: "change" }),
      request: (kind: "operator" | "user") =>
        requestIndex({
          ...ctx,
          actor: kind === "operator" ? { kind } : { kind, userId: "usr_1", name: "Ada", role: "owner" },
        }),
      /** Workers take the run and die until no worker may take it. @returns how many died */
      async loseAll() {
        commits += 1;
        const runCommit = String(commits).padStart(40, "0");
        for (let lost = 0; ; lost += 1) {
          const claimed = await claimIndex(ctx, { projectId });
          if (!claimed) return lost;
          await recordIndexProgress(ctx, { lease: claimed.lease, phase: "reading", runCommit });
        }
      },
      row: () => ctx.db.siteIndex.findUniqueOrThrow({ where: { projectId } }),
    };
  });

async function open(ctx: ProjectContext, jobId: string) {
  const opened = await claimJob(ctx, { id: jobId });
  if (!opened) throw new Error(`There is nothing to do in ${jobId}.`);
  return opened.lease;
}

describe("a job whose workers died without a word", () => {
  test("fails after the second that the kernel killed for memory, and goes on after a message", async ({
    services,
    killForMemory,
    skip,
  }) => {
    if (readOomKills() === null) return skip("this system does not tell what the kernel killed");
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    for (let time = 1; time <= 2; time += 1) {
      await open(ctx, id);
      await killForMemory(id);
    }

    expect(await claimJob(ctx, { id })).toBeNull();
    expect((await listEvents(ctx, { id })).at(-1)).toMatchObject({
      type: "job.failed",
      data: { reason: expect.stringMatching(/^This job ended two workers, /) },
    });
    await sendMessage(ctx, { id, prompt: "Try again." });
    await open(ctx, id);
    await killForMemory(id);
    expect(await claimJob(ctx, { id })).not.toBeNull();
  });

  test("fails after the second that held it for long, and not after others, which may have died of anything", async ({
    services,
  }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    for (let time = 1; time <= 4; time += 1) await open(ctx, id);
    for (let time = 1; time <= 2; time += 1) {
      await open(ctx, id);
      await services.db.job.update({ where: { id }, data: { heldSince: new Date(Date.now() - 60_000) } });
    }

    expect(await claimJob(ctx, { id })).toBeNull();
  });

  test("goes on while anything is recorded between, and after workers that gave it back", async ({
    services,
    killForMemory,
  }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    for (let time = 1; time <= 4; time += 1) {
      const lease = await open(ctx, id);
      await killForMemory(id);
      await appendToJournal(ctx, { lease, entries: [{ kind: "model", data: {} }] });
    }
    for (let time = 1; time <= 4; time += 1) await releaseLease(ctx, await open(ctx, id));

    expect(await claimJob(ctx, { id })).not.toBeNull();
  });

  test("counts no loss for a round that ended", async ({ services }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    for (let round = 1; round <= 3; round += 1) {
      const lease = await open(ctx, id);
      await finishJob(ctx, { lease, pullRequest: null, messageToUser: "Done." });
      await sendMessage(ctx, { id, prompt: "More." });
    }

    await open(ctx, id);
    expect(await services.db.job.findUnique({ where: { id } })).toMatchObject({ consecutiveLosses: 0 });
  });
});

describe("a job that blocked the workers that held it", () => {
  const round = { kind: "round", data: { baseSha: "abc1234".padEnd(40, "0") } };

  test("fails after the second one, with the commit, and goes on after a message", async ({ services, lose }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    const first = await open(ctx, id);
    await appendToJournal(ctx, { lease: first, entries: [round], patch: { takenMessageSeq: 1 } });
    await lose(first);
    await lose(await open(ctx, id));

    expect(await claimJob(ctx, { id })).toBeNull();
    const reason =
      "This job ended two workers, or made them stop responding at commit abc1234. Fix or remove the content that the job reads, then send a message to try again.";
    expect(await getJob(ctx, { id })).toMatchObject({ status: "failed" });
    expect((await listEvents(ctx, { id })).at(-1)).toMatchObject({ type: "job.failed", data: { reason } });
    await sendMessage(ctx, { id, prompt: "Try again." });
    await lose(await open(ctx, id));
    expect(await claimJob(ctx, { id })).not.toBeNull();
  });

  test("stays active when anything was recorded between, and when other work was the cause", async ({
    services,
    lose,
  }) => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    await lose(await open(ctx, id));
    const second = await open(ctx, id);
    await appendToJournal(ctx, { lease: second, entries: [{ kind: "model", data: {} }] });
    await lose(second);
    for (let time = 1; time <= 3; time += 1) await lose(await open(ctx, id), "job_other");

    expect(await claimJob(ctx, { id })).not.toBeNull();
  });
});

describe("a run that workers were lost over", () => {
  const COMMIT = "abc1234".padEnd(40, "0");
  const OTHER = "def5678".padEnd(40, "0");

  const claim = async (ctx: ProjectContext) => {
    const claimed = await claimIndex(ctx, { projectId: ctx.project.id });
    if (!claimed) throw new Error("There is nothing to do.");
    return claimed.lease;
  };
  const statusOf = (ctx: ProjectContext) =>
    ctx.db.siteIndex.findUniqueOrThrow({ where: { projectId: ctx.project.id } });
  const begin = async (ctx: ProjectContext, runCommit = COMMIT) => {
    const run = await claim(ctx);
    await recordIndexProgress(ctx, { lease: run, phase: "reading", runCommit });
    return run;
  };
  /** The site as the repository poll reads it when the branch is at `head` and a poll is due. */
  const look = async (ctx: ProjectContext, head: string) => {
    const site = await statusOf(ctx);
    if (site.status !== "failed") throw new Error("The run did not fail.");
    const due = { ...ctx.project, ...site, status: site.status, endedAt: new Date(0) };
    return requestIndexIfDue(ctx, { site: due, head, isCurrent: true });
  };

  test("fails after the second one at the same commit, with a sentence; one that was handed back counts for nothing", async ({
    services,
  }) => {
    const ctx = await seedProject(services);
    await requestIndex(ctx);
    await releaseLease(ctx, await begin(ctx));
    await begin(ctx);
    await begin(ctx);

    expect(await claimIndex(ctx, { projectId: ctx.project.id })).toBeNull();
    expect(await statusOf(ctx)).toMatchObject({
      status: "failed",
      failure:
        "The worker stopped twice while it read commit abc1234. See the log for the cause, and fix or remove the page that takes too long to read, then run `docsteward index`.",
    });
  });

  test("starts again for a new commit and for a person, and not by itself for the same commit", async ({
    services,
  }) => {
    const ctx = await seedProject(services);
    await requestIndex(ctx);
    await begin(ctx);
    await begin(ctx);
    await claimIndex(ctx, { projectId: ctx.project.id });

    expect(await look(ctx, COMMIT)).toBe(false);
    expect(await look(ctx, OTHER)).toBe(true);
    await ctx.db.siteIndex.update({
      where: { projectId: ctx.project.id },
      data: { pausedUntil: null, recentLosses: 0 },
    });
    await begin(ctx, OTHER);
    await begin(ctx, OTHER);
    expect(await claimIndex(ctx, { projectId: ctx.project.id })).toBeNull();
    await requestIndex(ctx);
    expect(await claimIndex(ctx, { projectId: ctx.project.id })).not.toBeNull();
  });

  test("has new tries at another commit, after a pause", async ({ services }) => {
    const ctx = await seedProject(services);
    await requestIndex(ctx);
    await begin(ctx);
    await begin(ctx, OTHER);

    expect(await claimIndex(ctx, { projectId: ctx.project.id })).toBeNull();
    expect(await statusOf(ctx)).toMatchObject({ status: "waiting", consecutiveLosses: 1 });
    await ctx.db.siteIndex.update({ where: { projectId: ctx.project.id }, data: { pausedUntil: null } });
    expect(await claimIndex(ctx, { projectId: ctx.project.id })).not.toBeNull();
  });

  test("is not counted against when other work blocked the worker that held it", async ({ services }) => {
    const ctx = await seedProject(services);
    await requestIndex(ctx);
    for (let time = 1; time <= 3; time += 1) {
      const lease = await begin(ctx);
      const current = { kind: "job", id: "job_other", attempt: 1 } as const;
      await recordLosses(services, { current, held: [current, lease] });
    }

    expect(await claimIndex(ctx, { projectId: ctx.project.id })).not.toBeNull();
    expect(await statusOf(ctx)).toMatchObject({ consecutiveLosses: 0 });
  });

  test("counts as a loss when the cause is unknown", async ({ services }) => {
    const ctx = await seedProject(services);
    await requestIndex(ctx);
    for (let time = 1; time <= 2; time += 1) {
      await recordLosses(services, { current: null, held: [await begin(ctx)] });
    }

    expect(await claimIndex(ctx, { projectId: ctx.project.id })).toBeNull();
  });

  test("keeps what another worker has taken over meanwhile", async ({ services }) => {
    const ctx = await seedProject(services);
    await requestIndex(ctx);
    const slow = await begin(ctx);
    await begin(ctx);

    await recordLosses(services, { current: slow, held: [slow] });

    expect(await statusOf(ctx)).toMatchObject({ status: "running", consecutiveLosses: 1 });
  });
});

const START = new Date("2026-03-01T10:00:00Z").getTime();

describe("a project whose commits cost workers", () => {
  const minutes = (count: number) => count * 60_000;

  test("costs fewer and fewer of them, however many commits are pushed", async ({ openAt }) => {
    const site = await openAt();
    const lost: number[] = [];
    for (let minute = 0; minute < 240; minute += 1) {
      await site.push();
      lost.push(await site.loseAll());
      site.wait(minutes(1));
    }

    const byHour = [0, 60, 120, 180].map((from) => lost.slice(from, from + 60).reduce((sum, count) => sum + count, 0));
    expect(byHour[0]).toBeLessThanOrEqual(5);
    for (const count of byHour.slice(1)) expect(count).toBeLessThanOrEqual(2);
  });

  test("waits in the queue until its pause is over, and says until when", async ({ services, openAt }) => {
    const site = await openAt();
    await site.push();
    await site.loseAll();
    await site.ctx.db.$executeRaw`DELETE FROM pgboss.job WHERE singleton_key = ${site.ctx.project.id}`;
    await site.push();

    expect(await getIndexState(site.ctx)).toMatchObject({
      status: "failed",
      progress: null,
      pausedUntil: "2026-03-01T10:01:00.000Z",
      failure: expect.stringMatching(/The next run can start at 2026-03-01 10:01 UTC\.$/),
    });
    const [entry] = await site.ctx.db.$queryRaw<{ seconds: number }[]>`
      SELECT extract(epoch FROM start_after - now())::int AS seconds FROM pgboss.job
      WHERE singleton_key = ${site.ctx.project.id} AND state = 'created'`;
    expect(entry?.seconds).toBeGreaterThan(30);
    expect(await services.queue.index.findLost(services.db, 500)).not.toContain(site.ctx.project.id);
  });

  test("is tried again for the operator alone before the pause has ended", async ({ openAt }) => {
    const site = await openAt();
    await site.push();
    await site.loseAll();

    await site.request("user");
    expect(await claimIndex(site.ctx, { projectId: site.ctx.project.id })).toBeNull();
    await site.request("operator");
    expect(await claimIndex(site.ctx, { projectId: site.ctx.project.id })).not.toBeNull();
  });

  test("keeps the commit that was given up when a push names it again, and starts anew for a person", async ({
    openAt,
  }) => {
    const site = await openAt();
    await site.push();
    await site.loseAll();
    const { givenUpCommit } = await site.row();

    await site.push();
    expect(givenUpCommit).toBe("1".padStart(40, "0"));
    expect(await site.row()).toMatchObject({ givenUpCommit });
    await site.request("user");
    expect(await site.row()).toMatchObject({ givenUpCommit: null });
  });
});
