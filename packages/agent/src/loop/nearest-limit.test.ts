import { expect, test } from "vitest";
import type { Usage } from "../journal-state.ts";
import type { LimitUse } from "../ports.ts";
import { limitReached, nearestLimit, timeLeftMs, timeLimitReached, wrapUpNotice } from "./limits.ts";

const MINUTE_MS = 60_000;
const START = new Date("2026-11-20T10:00:00.000Z");
const limits = { maxSteps: 60, maxTokens: 2_000_000, maxMinutes: 30, maxCostMicroUsd: 5_000_000 };

type Others = { costMicroUsd?: number; minutes?: number; budget?: LimitUse | null };

function use(spent: Partial<Usage>, { costMicroUsd = 0, minutes = 0, budget = null }: Others = {}) {
  const state = {
    spent: { at: START.toISOString(), modelCalls: 0, tokens: 0, notices: [], recentCalls: [], ...spent },
    costMicroUsd,
  };
  const clock = { now: () => new Date(START.getTime() + minutes * MINUTE_MS) };
  return { nearest: nearestLimit({ state, limits, budget, clock }), leftMs: timeLeftMs({ state, limits, clock }) };
}

test.each([
  ["steps", use({ modelCalls: 48 }), "60 steps"],
  ["tokens", use({ tokens: 1_600_000 }), "2,000,000 tokens"],
  ["minutes", use({}, { minutes: 24 }), "30 minutes"],
  ["money of the job", use({}, { costMicroUsd: 4_000_000 }), "$5 per job"],
])("at 80 %% of its %s the model is asked to wrap up", (_, { nearest }, name) => {
  expect(nearest).toMatchObject({ name, share: expect.closeTo(0.8) });
  expect(wrapUpNotice(nearest)).toContain(`80 % of the limit of ${name}`);
});

test("the limit that is nearest to its end is the one that counts, the month's money among them", () => {
  const budget = { share: 0.95, name: "$100.00 per month for this organization", remedy: "Raise it." };

  const { nearest } = use({ modelCalls: 54, tokens: 1_000_000 }, { budget });

  expect(nearest).toBe(budget);
  expect(limitReached(nearest)).toMatchObject({
    code: "limit_reached",
    message: "The agent reached its limit of $100.00 per month for this organization before it finished. Raise it.",
  });
});

test("with room left nothing is said", () => {
  expect(wrapUpNotice(use({ modelCalls: 47 }).nearest)).toBeNull();
});

test("the time that is left never goes below none", () => {
  expect(use({}, { minutes: 29 }).leftMs).toBe(MINUTE_MS);
  expect(use({}, { minutes: 31 }).leftMs).toBe(0);
  expect(timeLimitReached(limits).message).toContain("30 minutes");
});
