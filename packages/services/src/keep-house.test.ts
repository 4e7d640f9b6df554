import { afterAll, beforeAll, expect, test } from "vitest";
import { createJob } from "./job/create.ts";
import { keepHouse } from "./keep-house.ts";
import { consumeLimits } from "./limit/consume.ts";
import { createTestServices, seedProject, type TestServices } from "./testing.ts";

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});
afterAll(() => services.close());

const inDays = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000) });

test("what nobody needs any more is deleted, and nothing else", async () => {
  const ctx = await seedProject(services);
  await consumeLimits(ctx, ["agent-hour", "key-month"]);
  await createJob(ctx, { prompt: "p", idempotencyKey: "k" });

  await keepHouse({ ...services, clock: inDays(0.5) });
  expect(await services.db.idempotencyKey.count()).toBe(1);
  await keepHouse({ ...services, clock: inDays(2) });

  expect(await services.db.idempotencyKey.count()).toBe(0);
  expect(await services.db.limitCounter.findMany()).toMatchObject([{ key: expect.stringMatching(/^key-month:/) }]);
  expect(await services.db.jobEvent.count()).toBe(1);
  await keepHouse({ ...services, clock: inDays(32) });
  expect(await services.db.limitCounter.count()).toBe(0);
});
