import type { JobEvent } from "@docsteward/contract/job-event";
import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { deleteOldEvents } from "../purge-expired.ts";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { archiveJob } from "./archive.ts";
import { toEventMessage } from "./events.ts";
import { followEvents, followJobs, type JobListChange } from "./follow.ts";
import { appendToJournal } from "./journal.ts";
import { claimJob, finishJob } from "./lease.ts";
import type { JobFilter } from "./list.ts";
import { sendMessage } from "./send-message.ts";
import { cancelJob } from "./stop.ts";

const test = servicesTest().extend("endedJob", { scope: "file" }, ({ services }) => async () => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);
  await claimJob(ctx, { id });
  const lease = { kind: "job", id, attempt: 1 } as const;
  await appendToJournal(ctx, {
    lease,
    patch: { takenMessageSeq: 1 },
    events: [{ type: "job.titled", data: { title: "T" } }],
  });
  await finishJob(ctx, { lease, pullRequest: null, messageToUser: "Nothing to do." });
  return { ctx, id };
});

const never = () => new AbortController().signal;

async function collect(events: AsyncGenerator<JobEvent>): Promise<JobEvent[]> {
  const all: JobEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

test("a follower sees the past, then each event as it happens, and the stream ends with the job", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);
  const following = collect(await followEvents(ctx, { id, signal: never() }));

  await claimJob(ctx, { id });
  const lease = { kind: "job", id, attempt: 1 } as const;
  await appendToJournal(ctx, {
    lease,
    patch: { takenMessageSeq: 1 },
    events: [{ type: "job.titled", data: { title: "T" } }],
  });
  await finishJob(ctx, { lease, pullRequest: null, messageToUser: "Nothing to do." });
  const events = await following;

  expect(events.map(({ id, type }) => `${id} ${type}`)).toEqual([
    "1 job.created",
    "2 job.started",
    "3 job.titled",
    "4 job.completed",
  ]);
  expect(events[3] && toEventMessage(events[3])).toMatchObject({
    jobId: id,
    text: "Completed without changes: Nothing to do.",
  });
});

test("a follower that comes back goes on behind the last event it saw", async ({ endedJob }) => {
  const { ctx, id } = await endedJob();

  const rest = await collect(await followEvents(ctx, { id, afterId: 2, signal: never() }));
  const nothing = await collect(await followEvents(ctx, { id, afterId: 4, signal: never() }));

  expect(rest.map((event) => event.id)).toEqual([3, 4]);
  expect(nothing).toEqual([]);
});

test("a follower that leaves ends the stream", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);
  const left = new AbortController();
  const events = await followEvents(ctx, { id, signal: left.signal });
  await events.next();

  const waiting = events.next();
  left.abort();

  expect(await waiting).toEqual({ done: true, value: undefined });
});

test("an id whose successors are gone, or that never was, has expired", async ({ endedJob }) => {
  const { ctx, id } = await endedJob();
  const future = { ...ctx, clock: { now: () => new Date(Date.now() + 31 * 86_400_000) } };

  await expect(followEvents(ctx, { id, afterId: 5, signal: never() })).rejects.toMatchObject({
    code: "stream_expired",
  });
  await expect(followEvents(ctx, { id, afterId: -1, signal: never() })).rejects.toMatchObject({
    code: "stream_expired",
  });
  await deleteOldEvents(future);

  await expect(followEvents(ctx, { id, afterId: 2, signal: never() })).rejects.toMatchObject({
    code: "stream_expired",
  });
  expect(await collect(await followEvents(ctx, { id, signal: never() }))).toEqual([]);
});

test("retention spares jobs that are active", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);
  const future = { ...ctx, clock: { now: () => new Date(Date.now() + 31 * 86_400_000) } };

  await deleteOldEvents(future);

  expect(await services.db.jobEvent.count({ where: { jobId: id } })).toBe(1);
});

test("hides another project's job", async ({ services, endedJob }) => {
  const mine = await seedProject(services);
  const { id } = await endedJob();

  await expect(followEvents(mine, { id, signal: never() })).rejects.toMatchObject({ code: "not_found" });
});

test("an endless follower stays connected after the job ends, and gets the follow-up", async ({ endedJob }) => {
  const { ctx, id } = await endedJob();
  const page = new AbortController();
  const seen: string[] = [];

  for await (const event of await followEvents(ctx, { id, isEndless: true, signal: page.signal })) {
    seen.push(event.type);
    if (event.type === "job.completed") await sendMessage(ctx, { id, prompt: "Again" });
    if (event.type === "message.received") page.abort();
  }

  expect(seen.slice(-2)).toEqual(["job.completed", "message.received"]);
});

/** A list with a subscriber. `until` reads up to the first change that matches. */
function look(ctx: ProjectContext, filter: JobFilter = {}) {
  const page = new AbortController();
  const changes = followJobs(ctx, { filter, signal: page.signal });
  const first = changes.next();
  return {
    async until(isIt: (change: JobListChange) => boolean): Promise<JobListChange> {
      for (let read = first; ; read = changes.next()) {
        const { value } = await read;
        if (value === undefined) throw new Error("The list ended");
        if (isIt(value)) return value;
      }
    },
    async close() {
      page.abort();
      return changes.next();
    },
  };
}

test("a new job and each change of it are reported", async ({ services }) => {
  const ctx = await seedProject(services);
  const list = look(ctx);

  const { id } = await seedJob(ctx, { prompt: "Say hello" });
  await list.until(({ jobs }) => jobs.some((job) => job.id === id && job.prompt === "Say hello"));
  await cancelJob(ctx, { id });
  await list.until(({ jobs }) => jobs.some((job) => job.id === id && job.status === "failed"));

  expect(await list.close()).toEqual({ done: true, value: undefined });
});

test("a job that leaves the list is reported by its id", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx, { status: "completed" });
  const list = look(ctx, { archived: false });

  await archiveJob(ctx, { id });

  expect(await list.until(({ goneIds }) => goneIds.length > 0)).toEqual({ jobs: [], goneIds: [id], isStale: false });
  await list.close();
});

test("hides another project's jobs", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  const list = look(mine);

  await seedJob(theirs);
  const { id } = await seedJob(mine);
  const change = await list.until(() => true);

  expect([change.jobs.map((job) => job.id), change.goneIds]).toEqual([[id], []]);
  await list.close();
});
