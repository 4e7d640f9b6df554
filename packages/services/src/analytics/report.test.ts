import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { rateAnswer, startTurn } from "../thread/turn.ts";
import { exportAnalytics, getAnalyticsReport } from "./report.ts";

let nowMs = Date.parse("2026-11-20T12:00:00Z");
const test = servicesTest({ clock: { now: () => new Date(nowMs) } });

const at = (time: string) => {
  nowMs = Date.parse(time);
};

type Asked = { category?: "answered" | "unanswered"; fp?: string; pages: string[] };
let turns = 0;

/** Stores a question with its answer, as an answer's end does. */
async function ask(ctx: ProjectContext, { category = "answered", fp = "ada", pages }: Asked): Promise<string> {
  turns += 1;
  const id = `msg_report${turns}`;
  const thread = { threadId: `thr_${ctx.project.id}_${fp}`, isIssued: false, fp };
  await startTurn(ctx, { id, ...thread, question: "How large may a file be?", commit: "1".repeat(40), model: "m" });
  const sources = pages.map((page, at) => ({ number: at + 1, path: page, title: page, url: page, heading: null }));
  const data = { status: "done", category, answer: "50 MB.", sources, endedAt: ctx.clock.now() } as const;
  await ctx.db.threadTurn.update({ where: { id }, data });
  return id;
}

test("the report counts keys, models, costs and pages that fail readers, each in its own period", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const theirs = await seedProject(services);
  const key = await seedKey(ctx, { kind: "assistant", name: "Website" });
  const asWebsite = { ...ctx, actor: { kind: "key", keyId: key.id, scopes: [], caller: "web" } } as ProjectContext;
  const cost = (id: string, costMicroUsd: number, firstTextMs: number) =>
    ctx.db.threadTurn.update({ where: { id }, data: { costMicroUsd, firstTextMs } });
  at("2026-11-12T12:00:00Z");
  await cost(await ask(asWebsite, { pages: ["/old"] }), 1_000_000, 100);
  at("2026-11-19T12:00:00Z");
  const bad = await ask(asWebsite, { pages: ["/upload"] });
  await cost(bad, 2_000_000, 400);
  await rateAnswer(asWebsite, { messageId: bad, rating: "down" });
  await cost(await ask(ctx, { category: "unanswered", pages: ["/limits"] }), 500_000, 200);
  await ask(ctx, { fp: "playground-usr_1", category: "unanswered", pages: ["/trial"] });
  await ask(theirs, { category: "unanswered", pages: ["/secret"] });

  const week = await getAnalyticsReport(ctx, { days: 7 });
  const month = await getAnalyticsReport(ctx, { days: 30 });

  expect(week.days).toHaveLength(7);
  expect(week.keys).toEqual([
    { keyId: key.id, name: "Website", questions: 1, answered: 1, unanswered: 0, failed: 0, down: 1 },
    { keyId: null, name: null, questions: 1, answered: 0, unanswered: 1, failed: 0, down: 0 },
  ]);
  expect(month.keys.find(({ keyId }) => keyId === key.id)?.questions).toBe(2);
  expect(week.models).toMatchObject([{ model: "m", questions: 2, medianMs: 200, costUsd: 2.5 }]);
  expect(week.failing).toEqual([
    { path: "/limits", unanswered: 1, down: 0, citations: 1 },
    { path: "/upload", unanswered: 0, down: 1, citations: 1 },
  ]);
  expect(week.costs.find(({ day }) => day === "2026-11-19")?.answersUsd).toBe(2.5);
  expect([week.previous.costUsd, month.previous.costUsd]).toEqual([1, 0]);
  expect([week.summary.totals.questions, week.previous.totals.questions]).toEqual([2, 1]);
  const rows: unknown[] = [];
  for await (const row of exportAnalytics(ctx, { table: "keys", days: 7 })) rows.push(row);
  expect(rows[0]).toEqual(["keyId", "name", "questions", "answered", "unanswered", "failed", "down"]);
  expect(rows).toHaveLength(3);
});
