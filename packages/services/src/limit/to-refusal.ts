import { AppError } from "@docsteward/contract/error";
import type { LimitUse } from "./limit-use.ts";
import type { Limit } from "./limits.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

/** Says which limits are used up and when the last of them starts again. */
export function toRefusal(limits: Pick<Limit, "name" | "quota" | "what">[], uses: LimitUse[]): AppError {
  const violated = uses.filter(({ remaining }) => remaining === 0).map(({ name }) => name);
  const [longest] = uses
    .filter(({ name }) => violated.includes(name))
    .toSorted((a, b) => b.resetSeconds - a.resetSeconds);
  const retryAfterSeconds = longest?.resetSeconds ?? 1;
  const { quota, what } = limits.find(({ name }) => name === longest?.name) ?? { quota: 0, what: "calls" };
  const code = longest?.name === "key-month" ? "quota_exceeded" : "rate_limited";
  return new AppError(code, `Limit reached: ${quota} ${what}. Try again in ${toWords(retryAfterSeconds)}.`, {
    retryAfterSeconds,
    headers: rateLimitHeaders(uses),
    violatedPolicies: violated,
  });
}

function toWords(seconds: number): string {
  const [count, unit] =
    seconds > 172_800
      ? [Math.ceil(seconds / 86_400), "day"]
      : seconds > 7_200
        ? [Math.ceil(seconds / 3_600), "hour"]
        : [Math.ceil(seconds / 60), "minute"];
  return count === 1 ? `a ${unit}` : `${count} ${unit}s`;
}
