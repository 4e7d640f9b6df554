import { expect, test } from "vitest";
import { createTestDatabase } from "./testing.ts";

test("each test database is a migrated copy that shares nothing with the others", async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);

  await first.db.setting.create({ data: { key: "colour", value: "green" } });

  expect(await first.db.setting.count()).toBe(1);
  expect(await second.db.setting.count()).toBe(0);
  await Promise.all([first.drop(), second.drop()]);
});
