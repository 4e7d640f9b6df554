import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceContext } from "./context.ts";
import { getJob } from "./job/get.ts";
import type { JobClaim } from "./job/job-claim.ts";
import { listEvents } from "./job/list-events.ts";
import { openJob } from "./job/open.ts";
import { recordStep } from "./job/record-step.ts";
import { sendMessage } from "./job/send-message.ts";
import { recordLosses } from "./losses.ts";
import { claimIndex } from "./site/claim-index.ts";
import { recordIndexProgress } from "./site/record-index-progress.ts";
import { releaseIndex } from "./site/release-index.ts";
import { requestForDue } from "./site/request-for-due.ts";
import { requestIndex } from "./site/request-index.ts";
import { createTestServices, seedJob, seedProject, type TestServices } from "./testing.ts";

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});
afterAll(() => services.close());

async function open(ctx: ServiceContext, jobId: string) {
  const opened = await openJob(ctx, jobId);
  if (!opened) throw new Error(`There is nothing to do in ${jobId}.`);
  return { claim: { jobId, attempt: opened.attempt } };
}

describe("a job that blocked the workers that held it", () => {
  const lose = ({ jobId: id, attempt }: JobClaim, cause?: string) => {
    const held = { kind: "job", id, attempt } as const;
    return recordLosses(services.db, { current: cause === undefined ? held : { ...held, id: cause }, held: [held] });
  };
  const round = { kind: "round", data: { baseSha: "abc1234".padEnd(40, "0") } };

  test("fails after the second one, with the commit, and goes on after a message", async () => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    const first = await open(ctx, id);
    await recordStep(ctx, first.claim, { steps: [round], patch: { takenMessageSeq: 1 } });
    await lose(first.claim);
    await lose((await open(ctx, id)).claim);

    expect(await openJob(ctx, id)).toBeNull();
    const reason =
      "This job made the worker stop responding twice at commit abc1234. Fix or remove the content that the job reads, then send a message to try again.";
    expect(await getJob(ctx, { id })).toMatchObject({ status: "failed" });
    expect((await listEvents(ctx, { id })).at(-1)).toMatchObject({ type: "job.failed", data: { reason } });
    await sendMessage(ctx, { id, prompt: "Try again." });
    await lose((await open(ctx, id)).claim);
    expect(await openJob(ctx, id)).not.toBeNull();
  });

  test("stays active when anything was recorded between, and when other work was the cause", async () => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    await lose((await open(ctx, id)).claim);
    const second = await open(ctx, id);
    await recordStep(ctx, second.claim, { steps: [{ kind: "model", data: {} }] });
    await lose(second.claim);
    for (let time = 1; time <= 3; time += 1) await lose((await open(ctx, id)).claim, "job_other");

    expect(await openJob(ctx, id)).not.toBeNull();
  });
});

describe("a run that workers were lost over", () => {
  const COMMIT = "abc1234".padEnd(40, "0");
  const OTHER = "def5678".padEnd(40, "0");

  const claim = async (ctx: ServiceContext) => {
    const claimed = await claimIndex(ctx, ctx.project.id);
    if (!claimed) throw new Error("There is nothing to do.");
    return claimed.claim;
  };
  const statusOf = (ctx: ServiceContext) =>
    ctx.db.siteIndex.findUniqueOrThrow({ where: { projectId: ctx.project.id } });
  const begin = async (ctx: ServiceContext, runCommit = COMMIT) => {
    const run = await claim(ctx);
    await recordIndexProgress(ctx, run, { phase: "reading", runCommit });
    return run;
  };
  /** The site as the look at its repository sees it when the branch is at `head`; nobody has looked for long enough. */
  const look = async (ctx: ServiceContext, head: string) => {
    const site = await statusOf(ctx);
    if (site.status !== "failed") throw new Error("The run did not fail.");
    const due = { ...ctx.project, ...site, status: site.status, endedAt: new Date(0) };
    return requestForDue(services, due, { head, isCurrent: true });
  };

  test("fails after the second one at the same commit, with a sentence; one that was handed back counts for nothing", async () => {
    const ctx = await seedProject(services);
    await requestIndex(ctx);
    await releaseIndex(ctx, await begin(ctx));
    await begin(ctx);
    await begin(ctx);

    expect(await claimIndex(ctx, ctx.project.id)).toBeNull();
    expect(await statusOf(ctx)).toMatchObject({
      status: "failed",
      failure:
        "The worker stopped twice while it read commit abc1234. See the log for the cause, and fix or remove the page that takes too long to read, then run `docsteward index`.",
    });
  });

  test("starts again for a new commit and for a person, and not by itself for the same commit", async () => {
    const ctx = await seedProject(services);
    await requestIndex(ctx);
    await begin(ctx);
    await begin(ctx);
    await claimIndex(ctx, ctx.project.id);

    expect(await look(ctx, COMMIT)).toBe(false);
    expect(await look(ctx, OTHER)).toBe(true);
    await begin(ctx, OTHER);
    await begin(ctx, OTHER);
    expect(await claimIndex(ctx, ctx.project.id)).toBeNull();
    await requestIndex(ctx);
    expect(await claimIndex(ctx, ctx.project.id)).not.toBeNull();
  });

  test("has new tries at another commit", async () => {
    const ctx = await seedProject(services);
    await requestIndex(ctx);
    await begin(ctx);
    await begin(ctx, OTHER);

    expect(await claimIndex(ctx, ctx.project.id)).not.toBeNull();
  });

  test("is not counted against when other work blocked the worker that held it", async () => {
    const ctx = await seedProject(services);
    await requestIndex(ctx);
    for (let time = 1; time <= 3; time += 1) {
      const { projectId: id, attempt } = await begin(ctx);
      const current = { kind: "job", id: "job_other", attempt: 1 } as const;
      await recordLosses(services.db, { current, held: [current, { kind: "index", id, attempt }] });
    }

    expect(await claimIndex(ctx, ctx.project.id)).not.toBeNull();
    expect(await statusOf(ctx)).toMatchObject({ consecutiveLosses: 0 });
  });

  test("is counted against when nobody knows what blocked the worker", async () => {
    const ctx = await seedProject(services);
    await requestIndex(ctx);
    for (let time = 1; time <= 2; time += 1) {
      const { projectId: id, attempt } = await begin(ctx);
      await recordLosses(services.db, { current: null, held: [{ kind: "index", id, attempt }] });
    }

    expect(await claimIndex(ctx, ctx.project.id)).toBeNull();
  });

  test("keeps what another worker has taken over meanwhile", async () => {
    const ctx = await seedProject(services);
    await requestIndex(ctx);
    const slow = await begin(ctx);
    await begin(ctx);

    const current = { kind: "index", id: slow.projectId, attempt: slow.attempt } as const;
    await recordLosses(services.db, { current, held: [current] });

    expect(await statusOf(ctx)).toMatchObject({ status: "running", consecutiveLosses: 1 });
  });
});
