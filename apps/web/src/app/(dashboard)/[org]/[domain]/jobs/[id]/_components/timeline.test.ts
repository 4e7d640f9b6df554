import type { JobEventMessage } from "@docsteward/contract/job-event";
import { leastCpuMs } from "@docsteward/platform/testing-cpu";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Timeline } from "./timeline.tsx";

const replied = (id: number, text: string): JobEventMessage => {
  const data = { text, toolCalls: 0, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, durationMs: 1, model: "m" };
  return { id, jobId: "job_1", type: "model.replied", at: "2026-11-20T10:00:00.000Z", text: "Replied.", data };
};

const render = (events: JobEventMessage[]) => {
  const known = { events, earlier: 0, isLoadingEarlier: false, loadEarlier: async () => null };
  return renderToStaticMarkup(createElement(Timeline, { known, isLive: false, price: null }));
};

test("many long texts of a model are shown without holding up the process, the newest as Markdown", async () => {
  const long = "a@b.c ".repeat(6_000);
  const events = Array.from({ length: 200 }, (_, index) => replied(index + 1, index === 199 ? "**newest**" : long));

  let html = "";
  const show = () => {
    html = render(events);
  };

  expect(await leastCpuMs(show, { enoughMs: 4_000 })).toBeLessThan(4_000);
  expect(html).toContain("<strong>newest</strong>");
  expect(html.match(/mailto:/g)?.length).toBeLessThan(20_000);
  expect(html.split("a@b.c a@b.c").length).toBeGreaterThan(100_000);
});
