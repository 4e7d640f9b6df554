import { expect } from "vitest";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { archiveJob, unarchiveJob } from "./archive.ts";
import { listEvents } from "./events.ts";
import { sendMessage } from "./send-message.ts";

const test = servicesTest();

test("a message to a finished job makes it active again immediately, and keeps the link of its pull request", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const link = "http://docsteward.test/pulls/1";
  const { id } = await seedJob(ctx, { status: "completed", prLink: link, endedAt: new Date(), takenMessageSeq: 1 });

  const { job } = await sendMessage(ctx, { id, prompt: "Also fix the title" });

  expect(job).toMatchObject({ id, status: "active", prLink: link });
  expect(await services.db.job.findUnique({ where: { id } })).toMatchObject({ prLink: link, endedAt: null });
});

test("a message to a failed job clears the failure", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx, { status: "failed", failureCode: "stuck", failureReason: "Stuck." });

  await sendMessage(ctx, { id, prompt: "Try again" });

  expect(await services.db.job.findUnique({ where: { id } })).toMatchObject({
    status: "active",
    failureCode: null,
    failureReason: null,
  });
});

test("an archived job takes no messages until it is taken out", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx, { status: "completed" });
  await archiveJob(ctx, { id });

  await expect(sendMessage(ctx, { id, prompt: "Hello" })).rejects.toMatchObject({ code: "job_archived" });
  await unarchiveJob(ctx, { id });
  const { job } = await sendMessage(ctx, { id, prompt: "Hello" });

  expect(job).toMatchObject({ status: "active", archivedAt: null });
});

test("messages sent concurrently get numbers without gaps, in the order of their events", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);

  await Promise.all(Array.from({ length: 20 }, (_, index) => sendMessage(ctx, { id, prompt: `Message ${index}` })));

  const messages = await services.db.jobMessage.findMany({ where: { jobId: id }, orderBy: { seq: "asc" } });
  const events = await listEvents(ctx, { id });
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  expect(events.map((event) => event.id)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  expect(events.slice(1).map((event) => event.type === "message.received" && event.data.messageId)).toEqual(
    messages.slice(1).map((message) => message.id),
  );
});

test("hides another project's job", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  const { id } = await seedJob(theirs);

  const refused = { code: "not_found", message: "Job not found." };
  await expect(sendMessage(mine, { id, prompt: "Hello" })).rejects.toMatchObject(refused);
  await expect(sendMessage(mine, { id: "job_unknown", prompt: "Hello" })).rejects.toMatchObject(refused);
});
