import { setTimeout as sleep } from "node:timers/promises";
import { silentLogger } from "@docsteward/platform/log";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notify, openNotifier } from "./notify.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10);
}

test("a notification reaches its channel when the transaction commits, and only then", async () => {
  const notifier = await openNotifier({ url: database.url, log: silentLogger });
  const jobs: (string | null)[] = [];
  const cancels: (string | null)[] = [];
  notifier.subscribe("job", (payload) => jobs.push(payload));
  notifier.subscribe("cancel", (payload) => cancels.push(payload));

  await database.db
    .$transaction(async (tx) => {
      await notify(tx, "job", "job_undone");
      throw new Error("undo");
    })
    .catch(() => undefined);
  await database.db.$transaction((tx) => notify(tx, "job", "job_1"));
  await until(() => jobs.length > 0);

  expect(jobs).toEqual(["job_1"]);
  expect(cancels).toEqual([]);
  await notifier.close();
});

test("a lost connection is opened again, and listeners learn that they may have missed something", async () => {
  const notifier = await openNotifier({ url: database.url, log: silentLogger });
  const heard: (string | null)[] = [];
  const unsubscribe = notifier.subscribe("job", (payload) => heard.push(payload));

  await database.db.$queryRaw`
    SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
    WHERE query LIKE 'LISTEN docsteward%' AND datname = current_database()`;
  await until(() => heard.length === 1);
  await database.db.$transaction((tx) => notify(tx, "job", "job_2"));
  await until(() => heard.length === 2);
  unsubscribe();

  expect(heard).toEqual([null, "job_2"]);
  await notifier.close();
});
