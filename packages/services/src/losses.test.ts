import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServiceContext } from "./context.ts";
import { getJob } from "./job/get.ts";
import type { JobClaim } from "./job/job-claim.ts";
import { listEvents } from "./job/list-events.ts";
import { openJob } from "./job/open.ts";
import { recordStep } from "./job/record-step.ts";
import { sendMessage } from "./job/send-message.ts";
import { recordLosses } from "./losses.ts";
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
      "The worker was ended twice because this job blocked it at commit abc1234. Fix or remove what the job reads there, then send a message to try again.";
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
