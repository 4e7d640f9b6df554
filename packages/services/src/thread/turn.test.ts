import type { AnswerRecord } from "@docsteward/assistant/answer/answer";
import { NO_USAGE } from "@docsteward/platform/money";
import { expect } from "vitest";
import { inTransaction } from "../context.ts";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { endTurn, rateAnswer, startTurn } from "./turn.ts";

const test = servicesTest();

const TURN = {
  fp: "reader",
  threadId: "thread",
  isIssued: false,
  question: "How?",
  commit: "1".repeat(40),
  model: "m",
};

test.for(["msg_none", "", "\0", "msg_\ud800"])("there is no answer %j to rate", async (messageId, { services }) => {
  const ctx = await seedProject(services);

  await expect(rateAnswer(ctx, { messageId, rating: "up" })).rejects.toMatchObject({ code: "not_found" });
});

test("hides another project's answer", async ({ services }) => {
  await startTurn(await seedProject(services), { id: "msg_theirs", ...TURN });

  const rating = rateAnswer(await seedProject(services), { messageId: "msg_theirs", rating: "up" });

  await expect(rating).rejects.toMatchObject({ code: "not_found" });
});

test("a question and its answer wait for no disk", async ({ services }) => {
  const project = await seedProject(services);
  const settings = await inTransaction(project, async (ctx) => {
    const isDurable = () => ctx.db.$queryRaw`SELECT current_setting('synchronous_commit') AS value`;
    const makeDurable = () => ctx.db.$executeRaw`SELECT set_config('synchronous_commit', 'on', true)`;
    await makeDurable();
    await startTurn(ctx, { id: "msg_quick", ...TURN });
    const afterStart = await isDurable();
    await makeDurable();
    await endTurn(ctx, { id: "msg_quick", ...TURN, status: "done", record: emptyRecord() });
    return [afterStart, await isDurable()];
  });

  expect(settings).toEqual([[{ value: "off" }], [{ value: "off" }]]);
});

const emptyRecord = (): AnswerRecord => ({
  searchedFor: "",
  text: "",
  category: "answered",
  sources: [],
  use: NO_USAGE,
  retrievalMs: null,
  firstTextMs: null,
  trace: { pageCount: 1, filter: null, contextCount: 0, passages: [], steps: [] },
});
