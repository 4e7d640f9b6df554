import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { reply } from "@docsteward/model-script/script";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedSite } from "../site/testing-site.ts";
import { createTestServices, seedProject, type TestServices } from "../testing.ts";
import { type AnswerInput, answerQuestion } from "./answer.ts";
import { type ScriptedAssistant, startScriptedAssistant } from "./testing-assistant.ts";

let model: ScriptedAssistant;
let services: TestServices;
beforeAll(async () => {
  model = await startScriptedAssistant();
  const models = { defaultName: "sonnet", names: ["sonnet", "opus"] };
  services = await createTestServices({ assistant: model.assistant, models });
});
afterAll(async () => {
  await services.close();
  await model.close();
});

async function seedDocs(): Promise<ProjectContext> {
  const ctx = await seedProject(services);
  await seedSite(ctx, [
    { path: "/upload", title: "Uploads", text: "A file may be 50 MB. Set MAX_UPLOAD_MB to change it." },
    { path: "/backup", title: "Backups", text: "Run harbor backup every night." },
  ]);
  return ctx;
}

async function ask(ctx: ProjectContext, question: string, more: Partial<AnswerInput> = {}) {
  const messages = [{ role: "user" as const, parts: [{ type: "text", text: question }] }];
  const signal = new AbortController().signal;
  const { threadId, messageId, chunks } = await answerQuestion(ctx, { fp: "ada", messages, signal, ...more });
  const given: UiChunk[] = [];
  for await (const chunk of chunks) given.push(chunk);
  const text = given.map((chunk) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");
  return { threadId, messageId, text };
}

const turnOf = (id: string) => services.db.threadTurn.findUniqueOrThrow({ where: { id } });

test.each([
  ["off_topic", "I answer questions about uploads.\n\n[[offtopic]]", null],
  ["asked_back", "Do you mean a file or a backup?\n\n[[askedback]]", null],
  ["partly_answered", "A file may be 50 MB [1].\n\n[[partly]]", "answered"],
  ["unanswered", "The pages do not say.\n\n[[unanswered]]", "unanswered"],
])(
  "an answer that is %s is stored as that, and earlier versions read a category that they know",
  async (outcome, said, category) => {
    const ctx = await seedDocs();
    model.plays([reply.text(said)]);

    const { messageId } = await ask(ctx, "How large may a file be?");

    expect(await turnOf(messageId)).toMatchObject({ outcome, category, status: "done" });
  },
);

test("the project's settings decide whether an answer suggests what to ask next, and leads to a person", async () => {
  const ctx = await seedDocs();
  const withSettings = async (supportContact: string | null, hasSuggestions: boolean) => {
    const project = await services.db.project.update({
      where: { id: ctx.project.id },
      data: { supportContact, hasSuggestions },
    });
    model.plays([reply.text("The pages do not say.\n\n[[unanswered]]")]);
    return ask({ ...ctx, project }, "How large may a file be on Mars?");
  };

  expect((await withSettings("mailto:help@acme.com", true)).text).toContain("[help@acme.com](mailto:help@acme.com)");
  expect((await withSettings(null, true)).text.trim()).toBe("The pages do not say.");
});

test("a follow-up in a thread has the passages that the last answer cited", async () => {
  const ctx = await seedDocs();
  model.plays([reply.text("Every night [1]."), reply.text("With harbor backup [1].")]);
  const { threadId } = await ask(ctx, "How do I run a backup?", { retrievalPageSize: 1 });

  const { messageId } = await ask(ctx, "How large may a file be?", { threadId, retrievalPageSize: 1 });

  const { trace } = await turnOf(messageId);
  expect((trace as { passages: { path: string }[] }).passages.map(({ path }) => path)).toEqual(["/upload", "/backup"]);
});
