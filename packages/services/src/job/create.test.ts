import { parseInput } from "@docsteward/contract/input-schema";
import { AgentJob } from "@docsteward/contract/job";
import { makeRepository } from "@docsteward/git/testing";
import { describe, expect } from "vitest";
import { readMetrics } from "../metrics.ts";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { CreateJob, createJob } from "./create.ts";
import { getJobDetails } from "./details.ts";
import { listEvents } from "./events.ts";
import { sendMessage } from "./send-message.ts";

const test = servicesTest().extend("countQueued", { scope: "file" }, ({ services }) => async (): Promise<number> => {
  const { entries } = await readMetrics(services);
  return entries.find(({ queue, state }) => queue === "agent" && state === "waiting")?.count ?? 0;
});

test("a new job is active, has its first message and event, and is queued", async ({ services, countQueued }) => {
  const ctx = await seedProject(services, { repository: "file:///srv/site.git", baseRef: "trunk" });
  const queuedBefore = await countQueued();

  const { job, isReplay } = await createJob(ctx, { prompt: "Fix the typo" });

  expect(AgentJob.parse(job)).toEqual({
    id: expect.stringMatching(/^job_/),
    status: "active",
    source: { repository: "file:///srv/site.git", ref: "trunk" },
    model: "offline",
    prLink: null,
    createdAt: expect.any(String),
    archivedAt: null,
  });
  expect(isReplay).toBe(false);
  expect(await services.db.jobMessage.findMany({ where: { jobId: job.id } })).toMatchObject([
    { seq: 1, role: "user", content: "Fix the typo" },
  ]);
  expect(await listEvents(ctx, { id: job.id })).toMatchObject([
    { id: 1, type: "job.created", data: { model: "offline", prompt: "Fix the typo" } },
  ]);
  expect(await countQueued()).toBe(queuedBefore + 1);
});

test.for([
  ["", "Prompt must not be empty."],
  [" \n", "Prompt must not be empty."],
  ["a\0b", "Prompt must be valid text without NUL characters."],
  ["\ud800", "Prompt must be valid text without NUL characters."],
  ["x".repeat(32_001), "The prompt can have at most 32000 characters. This one has 32001."],
] as const)("the prompt %j is refused", async ([prompt, sentence], { services }) => {
  const ctx = await seedProject(services);

  const create = async () => createJob(ctx, parseInput(CreateJob, { prompt }));
  await expect(create()).rejects.toMatchObject({ code: "invalid_request", message: sentence });

  expect(await services.db.job.count({ where: { projectId: ctx.project.id } })).toBe(0);
});

test("a conversation becomes the messages of the job, in order", async ({ services }) => {
  const ctx = await seedProject(services);
  const prompt = [
    { role: "system", content: "Write in British English." },
    { role: "user", content: "Which page is about colours?" },
    { role: "assistant", content: "guide/colours.mdx" },
    { role: "user", content: "Fix its title." },
  ] as const;

  const { job } = await createJob(ctx, { prompt });

  const rows = await services.db.jobMessage.findMany({ where: { jobId: job.id }, orderBy: { seq: "asc" } });
  expect(rows.map(({ role, content }) => ({ role, content }))).toEqual(prompt);
  expect(await listEvents(ctx, { id: job.id })).toMatchObject([
    { type: "job.created", data: { prompt: "Which page is about colours?" } },
  ]);
  expect(await getJobDetails(ctx, { id: job.id })).toMatchObject({ prompt: "Which page is about colours?" });
});

test.for([
  [[], "The last message must have the role `user`: it is the instruction for the agent."],
  [
    [{ role: "system", content: "Be kind." }],
    "The last message must have the role `user`: it is the instruction for the agent.",
  ],
  [
    [
      { role: "user", content: "Fix it" },
      { role: "assistant", content: "Done" },
    ],
    "The last message must have the role `user`: it is the instruction for the agent.",
  ],
] as const)("the conversation %j is refused", async ([prompt, message], { services }) => {
  const ctx = await seedProject(services);

  await expect(createJob(ctx, { prompt })).rejects.toMatchObject({ code: "invalid_request", message });
});

test("a branch is named immediately for a caller that wants to know it", async ({ services }) => {
  const ctx = await seedProject(services);

  const { job, branch } = await createJob(ctx, { prompt: "Fix the title of the guide", isBranchNamedNow: true });

  expect(branch).toBe(`docsteward/fix-the-title-of-the-guide-${job.id.slice(-4).toLowerCase()}`);
  expect(await services.db.job.findUnique({ where: { id: job.id } })).toMatchObject({ branch });
});

test("a job never works on the default branch, on its base, or on what is no branch name", async ({ services }) => {
  await using repository = await makeRepository({ "index.md": "# Hi\n" }, { branch: "trunk" });
  const ctx = await seedProject(services, { repository: repository.url, baseRef: "next" });

  for (const branch of ["trunk", "next", "-x", "refs/heads/main", "a..b", "a b", ""]) {
    await expect(createJob(ctx, { prompt: "Fix it", branch })).rejects.toMatchObject({
      code: "invalid_request",
      options: { details: [{ path: "branch" }] },
    });
  }
  expect(await createJob(ctx, { prompt: "Fix it", branch: "docs/fix" })).toMatchObject({ branch: "docs/fix" });
});

test("a repository that cannot be asked refuses no branch: the job will tell what is wrong with it", async ({
  services,
}) => {
  const ctx = await seedProject(services, { repository: "file:///nonexistent/docs.git" });

  expect(await createJob(ctx, { prompt: "Fix it", branch: "docs/fix" })).toMatchObject({ branch: "docs/fix" });
});

test("a model is one of the installation's; the documented names fall back to the default", async ({ services }) => {
  const ctx = await seedProject(services);

  expect((await createJob(ctx, { prompt: "p", model: "opus" })).job.model).toBe("offline");
  await expect(createJob(ctx, { prompt: "p", model: "gpt" })).rejects.toMatchObject({ code: "invalid_request" });
});

describe("an Idempotency-Key", () => {
  test("makes a repeated call return the first job in its current state", async ({ services, countQueued }) => {
    const ctx = await seedProject(services);
    const queuedBefore = await countQueued();
    const call = { prompt: "Once", idempotencyKey: "k1" };
    const first = await createJob(ctx, call);
    await services.db.job.update({ where: { id: first.job.id }, data: { status: "completed" } });

    const second = await createJob(ctx, call);

    expect(second).toMatchObject({ isReplay: true, job: { id: first.job.id, status: "completed" } });
    expect(await countQueued()).toBe(queuedBefore + 1);
  });

  test("lets one of many concurrent calls create a job; the others get it or an error that asks them to wait", async ({
    services,
  }) => {
    const ctx = await seedProject(services);

    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => createJob(ctx, { prompt: "Once", idempotencyKey: "k2" })),
    );

    expect(await services.db.job.count({ where: { projectId: ctx.project.id } })).toBe(1);
    const fresh = results.filter((result) => result.status === "fulfilled" && !result.value.isReplay);
    expect(fresh).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "idempotency_in_progress" });
    }
  });

  test("is refused with another body, and is free again after 24 hours", async ({ services }) => {
    const ctx = await seedProject(services);
    await createJob(ctx, { prompt: "One", idempotencyKey: "k3" });

    await expect(createJob(ctx, { prompt: "Two", idempotencyKey: "k3" })).rejects.toMatchObject({
      code: "idempotency_mismatch",
    });
    const tomorrow = { ...ctx, clock: { now: () => new Date(Date.now() + 86_400_001) } };
    const later = await createJob(tomorrow, { prompt: "Two", idempotencyKey: "k3" });

    expect(later.isReplay).toBe(false);
  });

  test("belongs to its project and its operation", async ({ services }) => {
    const [first, second] = [await seedProject(services), await seedProject(services)];
    const { job } = await createJob(first, { prompt: "p", idempotencyKey: "k4" });

    const other = await createJob(second, { prompt: "p", idempotencyKey: "k4" });
    const message = await sendMessage(first, { id: job.id, prompt: "p", idempotencyKey: "k4" });
    const repeated = await sendMessage(first, { id: job.id, prompt: "p", idempotencyKey: "k4" });

    expect([other.isReplay, message.isReplay, repeated.isReplay]).toEqual([false, false, true]);
    expect(await services.db.jobMessage.count({ where: { jobId: job.id } })).toBe(2);
  });
});
