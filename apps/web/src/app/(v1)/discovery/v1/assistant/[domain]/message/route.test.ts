import { reply } from "@docsteward/model-script/script";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AssistantApp, openAssistantApp } from "#testing/assistant-app.ts";
import { expectProblem } from "#testing/expect-problem.ts";
import { send } from "#testing/test-app.ts";
import { POST } from "./route.ts";

let app: AssistantApp;
beforeAll(async () => {
  app = await openAssistantApp("openai");
});
afterAll(() => app.close());

const ask = (body: unknown) => send(POST, { params: { domain: app.ctx.project.domain }, key: app.key, body });
const asks = (content: string, more: object = {}) =>
  ask({ fp: "ada", messages: [{ id: "1", role: "user", content }], ...more });

async function linesOf(response: Response): Promise<[code: string, value: unknown][]> {
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  return lines.map((line) => [line.slice(0, line.indexOf(":")), JSON.parse(line.slice(line.indexOf(":") + 1))]);
}

test("an answer comes in lines of generation 4, and the thread's id as an event", async () => {
  app.plays([reply.text("A file may be 50 MB [1].")]);

  const response = await asks("How large may a file be?");
  const lines = await linesOf(response);

  expect(response.status).toBe(200);
  expect(response.headers.get("x-vercel-ai-data-stream")).toBe("v1");
  expect(response.headers.get("deprecation")).toBe("@1773014400");
  const threadId = response.headers.get("x-thread-id");
  expect(lines.map(([code, value]) => (code === "0" ? value : "")).join("")).toBe("A file may be 50 MB [1].");
  expect(lines).toContainEqual(["h", { sourceType: "url", id: "1", url: "/upload#uploads", title: "Uploads" }]);
  expect(lines).toContainEqual(["2", [{ type: "finish", threadId }]]);
  expect(lines.at(-1)?.[0]).toBe("d");
});

test("messages may hold their text in content or in parts, and have the role data", async () => {
  app.plays([reply.text("50 MB.")]);

  const response = await ask({
    fp: "ada",
    messages: [
      { role: "data", content: "{}" },
      { id: "2", role: "user", content: "", parts: [{ type: "text", text: "How large may a file be?" }] },
    ],
  });

  expect(response.status).toBe(200);
  await response.text();
});

test("a thread goes on from one version to the other", async () => {
  app.plays([reply.text("50 MB."), reply.text("The same.")]);
  const first = await asks("How large may a file be?");
  await first.text();
  const threadId = first.headers.get("x-thread-id");

  await (await asks("And a picture?", { threadId })).text();

  expect(await app.services.db.threadTurn.count({ where: { thread: { publicId: String(threadId) } } })).toBe(2);
});

test("what fails before the first words is a problem, after them a line and the end", async () => {
  app.plays([reply.error(429, "slow down"), reply.error(429, "slow down"), reply.error(429, "slow down")]);
  await expectProblem(await asks("How large?"), "unavailable");
  app.plays([reply.text("It began well", { overloadedMidStream: true })]);

  const lines = await linesOf(await asks("How large?"));

  expect(lines.at(-1)).toEqual(["3", expect.stringMatching(/^The assistant's model .*\.$/)]);
});

test("a message without any text is refused in one sentence", async () => {
  const problem = await expectProblem(await asks("   "), "invalid_request");

  expect(problem.error).toBe("The messages contain no question. The last message must have the role `user`.");
});
