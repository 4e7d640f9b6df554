import { rateAnswer, startTurn } from "@docsteward/services/thread/turn";
import { expect } from "vitest";
import { expectProblem } from "#testing/expect-problem.ts";
import { appProjectTest, send } from "#testing/test-app.ts";
import { GET as conversations } from "./assistant/route.ts";
import { GET as thread } from "./assistant/threads/[threadId]/route.ts";
import { GET as feedback } from "./feedback/route.ts";

const test = appProjectTest().extend("params", { scope: "file" }, ({ ctx }) => () => {
  return { projectId: ctx.project.id };
});
test.beforeAll(async ({ ctx }) => {
  for (const number of [1, 2]) {
    const asked = { fp: "ada", threadId: "t", isIssued: false, question: "How?", commit: "1".repeat(40), model: "m" };
    const id = `msg_${number}`;
    await startTurn(ctx, { id, ...asked });
    const sources = [{ title: "Flags", url: "/flags", path: "/flags" }];
    await ctx.db.threadTurn.update({ where: { id }, data: { status: "done", category: "answered", sources } });
    await rateAnswer(ctx, { messageId: id, rating: "up", comment: number === 1 ? '=1+1, "so"' : null });
  }
});

test("a list comes as CSV, with the next page's cursor in a header and no formula in a cell", async ({
  key,
  params,
}) => {
  const response = await send(feedback, { params: params(), key, query: "?format=csv&source=contextual" });
  const first = await send(conversations, { params: params(), key, query: "?format=csv&limit=1" });

  const [head, row] = (await response.text()).split("\r\n");
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(head).toBe("id,path,comment,createdAt,source,status,helpful,contact");
  expect(row).toContain(`msg_1,/flags,"'=1+1, ""so""",`);
  expect(first.headers.get("x-next-cursor")).toMatch(/^[\w-]+\.[\w-]+$/);
  expect(await first.text()).toContain('"[{""title"":""Flags"",""url"":""/flags""}]"');
});

test("a conversation names its thread, whose transcript can be read", async ({ key, params }) => {
  const list = await (await send(conversations, { params: params(), key })).json();
  const [{ threadId }] = list.conversations;

  const transcript = await (await send(thread, { params: { ...params(), threadId }, key })).json();

  expect(transcript.messages.map(({ id, role }: { id: string; role: string }) => `${role} ${id}`)).toEqual([
    "user msg_1-question",
    "assistant msg_1",
    "user msg_2-question",
    "assistant msg_2",
  ]);
  expect(JSON.stringify([list, transcript])).not.toContain("ada");
});

test.for([
  ["a day that doesn't exist", "?dateFrom=2026-13-01", "dateFrom"],
  ["words instead of a day", "?dateTo=yesterday", "dateTo"],
  ["an unknown status", "?status=open", "status"],
  ["an unknown source", "?source=email", "source"],
  ["too many rows", "?limit=101", "limit"],
  ["an unknown format", "?format=xml", "format"],
] as const)("refuses %s", async ([_, query, path], { key, params }) => {
  const problem = await expectProblem(await send(feedback, { params: params(), key, query }), "invalid_request");

  expect(problem.details?.[0]?.path).toBe(path);
});
