import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing.ts";
import { withTransaction } from "./with-transaction.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.setting.createMany({ data: ["a", "b"].map((key) => ({ key, value: "" })) });
});
afterAll(() => database.drop());

/** Two transactions that take the same two rows in opposite order, each waiting until the other has its first. */
async function deadlock(write: "prisma" | "raw"): Promise<{ done: string[]; values: string[] }> {
  const done: string[] = [];
  let arrived = 0;
  const bothArrived = Promise.withResolvers<void>();
  const touch = async (tx: Parameters<Parameters<typeof withTransaction>[1]>[0], key: string, word: string) => {
    if (write === "prisma") await tx.setting.update({ where: { key }, data: { value: word } });
    else await tx.$executeRaw`UPDATE "Setting" SET value = ${word} WHERE key = ${key}`;
  };
  const run = (first: string, second: string) =>
    withTransaction(database.db, async (tx) => {
      await touch(tx, first, `${first}${second}`);
      arrived += 1;
      if (arrived === 2) bothArrived.resolve();
      await bothArrived.promise;
      await touch(tx, second, `${first}${second}`);
      done.push(`${first}${second}`);
    });
  await Promise.all([run("a", "b"), run("b", "a")]);
  const rows = await database.db.setting.findMany({ orderBy: { key: "asc" } });
  return { done, values: rows.map(({ value }) => value) };
}

test.each(["prisma", "raw"] as const)("a deadlock between two transactions (%s) ends with both done", async (write) => {
  await database.db.setting.updateMany({ data: { value: "" } });

  const { done, values } = await deadlock(write);

  expect(done.toSorted()).toEqual(["ab", "ba"]);
  expect(values).toEqual([done.at(-1), done.at(-1)]);
});

test("what the work throws is thrown, and nothing of it stays", async () => {
  const work = withTransaction(database.db, async (tx) => {
    await tx.setting.create({ data: { key: "gone", value: "" } });
    throw new RangeError("no");
  });

  await expect(work).rejects.toThrow(RangeError);
  expect(await database.db.setting.findUnique({ where: { key: "gone" } })).toBeNull();
});
