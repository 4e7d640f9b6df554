import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { JobDuration } from "./status-badges.tsx";

const textOf = (job: Parameters<typeof JobDuration>[0]["job"]) =>
  renderToStaticMarkup(createElement(JobDuration, { job })).replaceAll(/<[^>]*>/g, "");

test("a job that waits shows its place in the queue, and one that a worker is about to take only that it waits", () => {
  const waiting = { status: "active", startedAt: null, endedAt: null };

  expect(textOf({ ...waiting, queuePosition: 3 })).toBe("waiting, place 3");
  expect(textOf(waiting)).toBe("waiting");
});

test("a job that has begun shows how long it takes, also in a later round that waits for nothing", () => {
  const times = { startedAt: "2026-11-22T10:00:00Z", endedAt: "2026-11-22T10:01:05Z" };

  expect(textOf({ status: "completed", ...times })).toMatch(/1\s?m/);
  expect(textOf({ status: "cancelled", startedAt: null, endedAt: times.endedAt })).toBe("–");
});
