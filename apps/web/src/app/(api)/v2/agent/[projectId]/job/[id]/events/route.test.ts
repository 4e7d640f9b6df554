import { JobEventMessage } from "@docsteward/contract/job-event";
import { sendMessage } from "@docsteward/services/job/send-message";
import { cancelJob } from "@docsteward/services/job/stop";
import { seedJob, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { expectProblem } from "#testing/expect-problem.ts";
import { appProjectTest, type Sent, send } from "#testing/test-app.ts";
import { GET, HEAD } from "./route.ts";

const test = appProjectTest()
  .extend("follow", { scope: "file" }, ({ ctx, key }) => (id: string, sent: Partial<Sent> = {}) => {
    return send(GET, { params: { projectId: ctx.project.id, id }, key, ...sent });
  })
  /** A job that has ended: created, one message, cancelled. */
  .extend("endedJob", { scope: "file" }, ({ ctx }) => async () => {
    const { id } = await seedJob(ctx);
    await sendMessage(ctx, { id, prompt: "More" });
    await cancelJob(ctx, { id });
    return id;
  });

const parse = (text: string) =>
  [...text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id, data = ""]) => {
    const message = JobEventMessage.parse(JSON.parse(data));
    expect(message.id).toBe(Number(id));
    return message;
  });

test("gives the past events in order and ends behind the one that ends the job", async ({ follow, endedJob }) => {
  const response = await follow(await endedJob());

  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  const events = parse(await response.text());
  expect(events.map(({ id, type }) => [id, type])).toEqual([
    [1, "job.created"],
    [2, "message.received"],
    [3, "job.failed"],
  ]);
  expect(events[2]).toMatchObject({ text: expect.stringContaining("cancelled"), data: { code: "cancelled" } });
});

test("goes on behind Last-Event-ID", async ({ follow, endedJob }) => {
  const id = await endedJob();

  const events = parse(await (await follow(id, { headers: { "last-event-id": "2" } })).text());

  expect(events.map(({ id: number }) => number)).toEqual([3]);
});

test("follows a job live until it rests", async ({ ctx, follow }) => {
  const { id } = await seedJob(ctx);
  const reading = (await follow(id)).text();

  await cancelJob(ctx, { id });

  expect(parse(await reading).map(({ type }) => type)).toEqual(["job.created", "job.failed"]);
});

test("ends when the client leaves", async ({ ctx, follow }) => {
  const { id } = await seedJob(ctx);
  const client = new AbortController();
  const reading = (await follow(id, { signal: client.signal })).text();

  client.abort();

  expect(await reading).toContain("retry:");
});

test("says that events are no longer kept", async ({ services, follow, endedJob }) => {
  const id = await endedJob();
  await services.db.jobEvent.deleteMany({ where: { jobId: id, seq: { lte: 2 } } });

  await expectProblem(await follow(id, { headers: { "last-event-id": "1" } }), "stream_expired");
});

test.for(["x", "-1", "1.5", "99999999999"])("Last-Event-ID %j is refused", async (last, { ctx, follow }) => {
  const { id } = await seedJob(ctx);

  await expectProblem(await follow(id, { headers: { "last-event-id": last } }), "invalid_request");
});

test("hides another project's job", async ({ services, follow }) => {
  const { id } = await seedJob(await seedProject(services));

  await expectProblem(await follow(id), "not_found");
});

test("HEAD answers immediately, also while the job works", async ({ ctx, key }) => {
  const { id } = await seedJob(ctx);

  const response = await send(HEAD, { method: "HEAD", params: { projectId: ctx.project.id, id }, key });

  expect(response.status).toBe(200);
});
