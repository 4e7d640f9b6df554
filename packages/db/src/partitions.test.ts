import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dropEventWeeks, emptyChunkSlot, makeEventWeeks } from "./partitions.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.organization.create({ data: { id: "org_1", slug: "acme", name: "Acme" } });
  const project = { id: "prj_1", organizationId: "org_1", domain: "docs", name: "Docs", host: "local" };
  await db.project.create({ data: { ...project, repository: "file:///r", baseRef: "main" } });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.job.deleteMany();
});

/** Behind the part that the migration made. */
const MONDAY = Date.UTC(2031, 0, 6);
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(MONDAY + days * DAY_MS);

async function addEvents(id: string, at: Date[], status: "active" | "completed" = "completed"): Promise<void> {
  const { db } = database;
  const job = { id, projectId: "prj_1", status, model: "opus", repository: "file:///r", baseRef: "main" };
  await db.job.create({ data: { ...job, createdAt: at[0] } });
  await db.jobEvent.createMany({
    data: at.map((createdAt, index) => ({ jobId: id, seq: index + 1, type: "job.titled", data: {}, createdAt })),
  });
}

/** In which part each event is. */
const places = () => database.db.$queryRaw`
  SELECT seq, tableoid::regclass::text AS part FROM "JobEvent" ORDER BY "jobId", seq`;

test("weeks are made ahead of their events, once, and each event goes into its own", async () => {
  const { db } = database;

  expect(await makeEventWeeks(db, inDays(2))).toEqual([
    "JobEvent_2031_01_06",
    "JobEvent_2031_01_13",
    "JobEvent_2031_01_20",
    "JobEvent_2031_01_27",
    "JobEvent_2031_02_03",
  ]);
  expect(await makeEventWeeks(db, inDays(6))).toEqual([]);
  expect(await makeEventWeeks(db, inDays(7))).toEqual(["JobEvent_2031_02_10"]);

  await addEvents("job_1", [inDays(0), inDays(6.99), inDays(7), inDays(90), inDays(-2_000)]);
  expect(await places()).toEqual([
    { seq: 1, part: '"JobEvent_2031_01_06"' },
    { seq: 2, part: '"JobEvent_2031_01_06"' },
    { seq: 3, part: '"JobEvent_2031_01_13"' },
    { seq: 4, part: '"JobEvent_other"' },
    { seq: 5, part: '"JobEvent_early"' },
  ]);
  await db.job.delete({ where: { id: "job_1" } });
  expect(await places()).toEqual([]);
});

test("a week whose events came before its part gets none, and those after it do", async () => {
  const { db } = database;
  await addEvents("job_1", [inDays(365)]);

  expect(await makeEventWeeks(db, inDays(365))).toHaveLength(4);

  expect(await places()).toEqual([{ seq: 1, part: '"JobEvent_other"' }]);
});

test("a week goes as a whole once it is over, and stays while an active job has events in it", async () => {
  const { db } = database;
  await makeEventWeeks(db, inDays(700));
  await addEvents("job_1", [inDays(700), inDays(706.9), inDays(707)]);
  await addEvents("job_2", [inDays(708)], "active");

  expect((await dropEventWeeks(db, inDays(706.9))).dropped).not.toContain("JobEvent_2032_12_06");
  const { dropped, mixed } = await dropEventWeeks(db, inDays(714));
  expect(dropped).toContain("JobEvent_2032_12_06");
  expect(mixed).toEqual(["JobEvent_other", "JobEvent_2032_12_13"]);

  expect(await places()).toEqual([
    { seq: 3, part: '"JobEvent_2032_12_13"' },
    { seq: 1, part: '"JobEvent_2032_12_13"' },
  ]);
  await db.job.updateMany({ data: { status: "completed" } });
  expect(await dropEventWeeks(db, inDays(714))).toEqual({
    dropped: ["JobEvent_2032_12_13"],
    mixed: ["JobEvent_other"],
  });
  expect(await places()).toEqual([]);
});

test("the part of all times before the first week holds more than a week until it ends", async () => {
  await using old = await createTestDatabase().then(({ db, drop }) => ({ db, [Symbol.asyncDispose]: drop }));

  expect(await dropEventWeeks(old.db, new Date())).toEqual({
    dropped: [],
    mixed: ["JobEvent_other", "JobEvent_early"],
  });
  expect((await dropEventWeeks(old.db, inDays(0))).dropped).toEqual(["JobEvent_early"]);
});

test("a part that is read for long is left to the next time, and holds nobody up", async () => {
  const { db } = database;
  await makeEventWeeks(db, inDays(1_400));
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "JobEvent" LIMIT 1`;
    expect(await dropEventWeeks(db, inDays(1_407))).toEqual({ dropped: [], mixed: ["JobEvent_other"] });
  });

  expect((await dropEventWeeks(db, inDays(1_407))).dropped).toContain("JobEvent_2034_11_06");
});

test("older code that deletes events by their place is refused, since two parts share places", async () => {
  const { db } = database;
  await makeEventWeeks(db, inDays(2_100));
  await addEvents("job_1", [inDays(2_100), inDays(2_107)]);

  await expect(db.$executeRaw`
    DELETE FROM "JobEvent" WHERE ctid = ANY(ARRAY(
      SELECT event.ctid FROM "JobEvent" event WHERE event."createdAt" < ${inDays(2_101)}::timestamptz))`).rejects.toThrow(
    "Update this process",
  );
  expect(await db.jobEvent.count()).toBe(2);
});

test("the chunks of three hours ago give their space back, unless an answer still has some", async () => {
  const { db } = database;
  const now = new Date();
  const stream = { projectId: "prj_1", keyId: "key_1", createdAt: now, heartbeatAt: now };
  const [hour] = await db.$queryRaw<{ slot: number }[]>`
    SELECT ((floor(EXTRACT(epoch FROM now()) / 3600))::bigint % 4)::int AS slot`;
  const next = ((hour?.slot ?? 0) + 1) % 4;
  for (const id of ["str_1", "str_2"]) {
    await db.answerStream.create({ data: { ...stream, id, chatId: id } });
    await db.answerStreamBatch.create({ data: { streamId: id, seq: 1, chunks: ["x"], slot: next } });
  }
  await db.answerStreamBatch.create({ data: { streamId: "str_1", seq: 2, chunks: ["y"] } });
  const bytes = async () => {
    const [row] = await db.$queryRawUnsafe<{ size: number }[]>(
      `SELECT pg_relation_size('"AnswerStreamBatch_${next}"')::int AS size`,
    );
    return row?.size;
  };

  await db.answerStream.delete({ where: { id: "str_2" } });
  await emptyChunkSlot(db);
  expect(await db.answerStreamBatch.count()).toBe(2);
  expect(await bytes()).toBeGreaterThan(0);

  await db.answerStreamBatch.deleteMany({ where: { streamId: "str_1", seq: 1 } });
  await emptyChunkSlot(db);
  expect(await bytes()).toBe(0);
  expect(await db.answerStreamBatch.findMany({ select: { seq: true, slot: true } })).toEqual([
    { seq: 2, slot: hour?.slot },
  ]);
});
