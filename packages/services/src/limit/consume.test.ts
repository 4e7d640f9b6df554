import { fixedClock } from "@docsteward/platform/clock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestServices, seedProject, type TestServices } from "../testing.ts";
import { consumeLimit } from "./consume.ts";
import { giveBackLimit } from "./give-back.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

const clock = fixedClock("2026-05-01T10:59:00Z");
let services: TestServices;
beforeAll(async () => {
  services = await createTestServices({ clock, poolSize: 12 });
});
afterAll(() => services.close());

test("of 300 calls at once exactly as many pass as the limit allows", async () => {
  const ctx = await seedProject(services);

  const calls = await Promise.allSettled(Array.from({ length: 300 }, () => consumeLimit(ctx, "agent-hour")));

  expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
});

test("a used-up limit says when to come back, in words and in headers", async () => {
  const ctx = { ...(await seedProject(services)), limits: { ...services.limits, agentPerHour: 1 } };
  const use = await consumeLimit(ctx, "agent-hour");

  expect(rateLimitHeaders([use])).toEqual({
    "RateLimit-Policy": '"agent-hour";q=1;w=3600',
    RateLimit: '"agent-hour";r=0;t=60',
  });
  await expect(consumeLimit(ctx, "agent-hour")).rejects.toMatchObject({
    code: "rate_limited",
    message: "The 1 agent jobs and messages an hour of this project are used up. Try again in a minute.",
    options: {
      retryAfterSeconds: 60,
      violatedPolicies: ["agent-hour"],
      headers: { RateLimit: '"agent-hour";r=0;t=60' },
    },
  });
});

test("the count starts again with the next clock hour, and belongs to one project", async () => {
  const ctx = { ...(await seedProject(services)), limits: { ...services.limits, agentPerHour: 1 } };
  const other = { ...(await seedProject(services)), limits: ctx.limits };
  const hour = fixedClock("2026-05-01T10:59:59.500Z");
  await consumeLimit({ ...ctx, clock: hour }, "agent-hour");

  expect((await consumeLimit({ ...other, clock: hour }, "agent-hour")).remaining).toBe(0);
  hour.advance(500);
  expect(await consumeLimit({ ...ctx, clock: hour }, "agent-hour")).toMatchObject({
    remaining: 0,
    resetSeconds: 3_600,
  });
});

test("a use that is given back can be used again", async () => {
  const ctx = { ...(await seedProject(services)), limits: { ...services.limits, agentPerHour: 1 } };
  const use = await consumeLimit(ctx, "agent-hour");

  await giveBackLimit(ctx, use);

  expect((await consumeLimit(ctx, "agent-hour")).remaining).toBe(0);
});
