import type { LimitName } from "@docsteward/contract/limits";
import { fixedClock } from "@docsteward/platform/clock";
import { describe, expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { consumeLimits, rateLimitHeaders, refundLimits } from "./consume.ts";

const clock = fixedClock("2026-05-01T10:59:00Z");
const test = servicesTest({ clock, poolSize: 12 })
  /** A caller with their own key and address. */
  .extend(
    "seedCaller",
    { scope: "file" },
    ({ services }) =>
      async (limits: Partial<ProjectContext["limits"]> = {}): Promise<ProjectContext> => {
        const ctx = await seedProject(services);
        addresses += 1;
        const actor = { kind: "key", keyId: `key_${addresses}`, address: `198.51.100.${addresses}` } as const;
        return { ...ctx, actor, limits: { ...services.limits, ...limits } };
      },
  )
  .extend("count", { scope: "file" }, ({ services }) => (key: string) => {
    return services.db.limitCounter.findFirst({ where: { key } }).then((counter) => counter?.count ?? 0);
  });

const ALL: LimitName[] = ["key-month", "org-hour", "ip-day"];
let addresses = 0;

test("of 300 concurrent calls exactly as many pass as the limit allows", async ({ seedCaller }) => {
  const ctx = await seedCaller();

  const calls = await Promise.allSettled(Array.from({ length: 300 }, () => consumeLimits(ctx, ["agent-hour"])));

  expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
});

describe("several limits", () => {
  test("are counted together, and reported in their order", async ({ seedCaller }) => {
    const ctx = await seedCaller();

    expect(rateLimitHeaders(await consumeLimits(ctx, ALL))).toEqual({
      "RateLimit-Policy": '"key-month";q=10000;w=2592000, "org-hour";q=10000;w=3600, "ip-day";q=10000;w=86400',
      RateLimit: '"key-month";r=9999;t=2638860, "org-hour";r=9999;t=60, "ip-day";r=9999;t=46860',
    });
  });

  test("refused by one, a call uses up none", async ({ seedCaller, count }) => {
    const ctx = await seedCaller({ assistantPerOrganizationAndHour: 1 });
    await consumeLimits(ctx, ALL);

    await expect(consumeLimits(ctx, ALL)).rejects.toMatchObject({
      code: "rate_limited",
      options: { violatedPolicies: ["org-hour"], retryAfterSeconds: 60 },
    });

    expect(await count(`key-month:key_${addresses}`)).toBe(1);
    expect(await count(`ip-day:198.51.100.${addresses}`)).toBe(1);
  });

  test("of many callers that share some of them, exactly as many pass as the tightest allows", async ({
    seedCaller,
    count,
  }) => {
    const one = await seedCaller({ assistantPerOrganizationAndHour: 50 });
    const callers = Array.from({ length: 6 }, (_, index): ProjectContext => {
      return { ...one, actor: { kind: "key", keyId: `key_shared_${index}`, address: `203.0.113.${index % 2}` } };
    });

    const calls = await Promise.allSettled(
      Array.from({ length: 120 }, (_, index) =>
        consumeLimits(callers[index % 6] ?? one, index % 2 ? ALL : ALL.toReversed()),
      ),
    );

    const reasons = calls.flatMap((call) => (call.status === "rejected" ? [call.reason.code] : []));
    expect(reasons).toEqual(Array(70).fill("rate_limited"));
    expect((await count("ip-day:203.0.113.0")) + (await count("ip-day:203.0.113.1"))).toBe(50);
  });

  test("that are both used up are both named, and the longer one says when to come back", async ({ seedCaller }) => {
    const ctx = await seedCaller({ assistantPerKeyAndMonth: 1, assistantPerOrganizationAndHour: 1 });
    await consumeLimits(ctx, ALL);

    await expect(consumeLimits(ctx, ALL)).rejects.toMatchObject({
      code: "quota_exceeded",
      message: "Limit reached: 1 calls per month for this key. Try again in 31 days.",
      options: { violatedPolicies: ["key-month", "org-hour"] },
    });
  });
});

test("a used-up limit says when to come back, in words and in headers", async ({ seedCaller }) => {
  const ctx = await seedCaller({ agentPerHour: 1 });
  const uses = await consumeLimits(ctx, ["agent-hour"]);

  expect(rateLimitHeaders(uses)).toEqual({
    "RateLimit-Policy": '"agent-hour";q=1;w=3600',
    RateLimit: '"agent-hour";r=0;t=60',
  });
  await expect(consumeLimits(ctx, ["agent-hour"])).rejects.toMatchObject({
    code: "rate_limited",
    message: "Limit reached: 1 agent jobs and messages per hour for this project. Try again in a minute.",
    options: {
      retryAfterSeconds: 60,
      violatedPolicies: ["agent-hour"],
      headers: { RateLimit: '"agent-hour";r=0;t=60' },
    },
  });
});

test("the count starts again with the next clock hour, and belongs to one project", async ({ seedCaller }) => {
  const ctx = await seedCaller({ agentPerHour: 1 });
  const other = await seedCaller({ agentPerHour: 1 });
  const hour = fixedClock("2026-05-01T10:59:59.500Z");
  await consumeLimits({ ...ctx, clock: hour }, ["agent-hour"]);

  expect(await consumeLimits({ ...other, clock: hour }, ["agent-hour"])).toMatchObject([{ remaining: 0 }]);
  hour.advance(500);
  expect(await consumeLimits({ ...ctx, clock: hour }, ["agent-hour"])).toMatchObject([
    { remaining: 0, resetSeconds: 3_600 },
  ]);
});

test("a month is the calendar's, in UTC", async ({ seedCaller }) => {
  const ctx = await seedCaller({ assistantPerKeyAndMonth: 1 });
  const leapDay = fixedClock("2028-02-29T23:59:59.999Z");
  await consumeLimits({ ...ctx, clock: leapDay }, ["key-month"]);

  await expect(consumeLimits({ ...ctx, clock: leapDay }, ["key-month"])).rejects.toMatchObject({
    options: { retryAfterSeconds: 1 },
  });
  leapDay.advance(1);
  expect(await consumeLimits({ ...ctx, clock: leapDay }, ["key-month"])).toMatchObject([
    { remaining: 0, resetSeconds: 31 * 86_400 },
  ]);
});

test("a key's own figure counts instead of the installation's", async ({ seedCaller }) => {
  const ctx = await seedCaller({ assistantPerKeyAndMonth: 5 });
  const own: ProjectContext = { ...ctx, actor: { kind: "key", keyId: "key_own", quotas: { "key-month": 0 } } };

  await expect(consumeLimits(own, ["key-month"])).rejects.toMatchObject({ code: "quota_exceeded" });
});

test("a use that is given back can be used again", async ({ seedCaller }) => {
  const ctx = await seedCaller({ agentPerHour: 1 });
  const uses = await consumeLimits(ctx, ["agent-hour"]);

  expect(await refundLimits(ctx, uses)).toMatchObject([{ remaining: 1 }]);

  expect(await consumeLimits(ctx, ["agent-hour"])).toMatchObject([{ remaining: 0 }]);
});
