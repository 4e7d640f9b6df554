import { expect } from "vitest";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { createJob, retryJob } from "./create.ts";
import { getJobDetails } from "./details.ts";
import { sendMessage } from "./send-message.ts";

const test = servicesTest();

test("a retry asks what the job began with, on a branch of its own, and names the old job", async ({ services }) => {
  const ctx = await seedProject(services);
  const prompt = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Fix the typo" },
  ] as const;
  const { job: old } = await createJob(ctx, { prompt, asDraft: true });
  const rested = { status: "failed", branch: "docs/fix", createdAt: new Date("2026-01-01T00:00:00Z") } as const;
  await services.db.job.update({ where: { id: old.id }, data: rested });
  await services.db.jobMessage.updateMany({ where: { jobId: old.id }, data: { createdAt: rested.createdAt } });
  await sendMessage(ctx, { id: old.id, prompt: "And that one" });
  await services.db.job.update({ where: { id: old.id }, data: { status: "failed" } });

  const { id } = await retryJob(ctx, { id: old.id });

  const messages = await services.db.jobMessage.findMany({ where: { jobId: id }, orderBy: { seq: "asc" } });
  expect(messages.map(({ role, content }) => ({ role, content }))).toEqual(prompt);
  expect(await getJobDetails(ctx, { id })).toMatchObject({ status: "active", retryOfId: old.id, branch: null });
  expect(await services.db.job.findUnique({ where: { id } })).toMatchObject({ asDraft: true });
});

test("a model that is no longer there gives way to the default one", async ({ services }) => {
  const ctx = await seedProject(services);
  const old = await seedJob(ctx, { status: "failed", model: "gone" });

  expect(await retryJob(ctx, { id: old.id })).toMatchObject({ model: "offline" });
});

test("an active job is not retried", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);

  await expect(retryJob(ctx, { id })).rejects.toMatchObject({ code: "conflict" });
});

test("hides another project's job", async ({ services }) => {
  const { id } = await seedJob(await seedProject(services), { status: "failed" });

  await expect(retryJob(await seedProject(services), { id })).rejects.toMatchObject({ code: "not_found" });
});
