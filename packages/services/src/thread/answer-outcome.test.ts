import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { reply } from "@docsteward/model-script/script";
import { describe, expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedSite } from "../site/testing-site.ts";
import { seedProject, type TestServicesOptions } from "../testing.ts";
import { servicesTest, untilEnd } from "../testing-fixtures.ts";
import { type AnswerInput, answerQuestion } from "./answer.ts";
import { startScriptedAssistant } from "./testing-assistant.ts";

const test = servicesTest()
  .extend("model", { scope: "file" }, untilEnd(startScriptedAssistant))
  .extend("options", { scope: "file" }, ({ model }): TestServicesOptions => {
    const models = { defaultName: "sonnet", names: ["sonnet", "opus"] };
    return { assistant: model.assistant, models };
  })
  .extend("seedDocs", { scope: "file" }, ({ services }) => async (): Promise<ProjectContext> => {
    const ctx = await seedProject(services);
    await seedSite(ctx, [
      { path: "/upload", title: "Uploads", text: "A file may be 50 MB. Set MAX_UPLOAD_MB to change it." },
      { path: "/backup", title: "Backups", text: "Run harbor backup every night." },
    ]);
    return ctx;
  })
  .extend("turnOf", { scope: "file" }, ({ services }) => (id: string) => {
    return services.db.threadTurn.findUniqueOrThrow({ where: { id } });
  });

/** Runs while no other connection can read a table: what loads a site waits. */
async function whileLocked<T>({ db }: ProjectContext, table: "SiteIndex" | "SitePage", run: () => Promise<T>) {
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = async (tx: Pick<typeof db, "$executeRawUnsafe">) => {
    await tx.$executeRawUnsafe(`LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`);
    locked.resolve();
    await gate.promise;
  };
  const holding = db.$transaction(hold, { timeout: 60_000 });
  await locked.promise;
  try {
    return await run();
  } finally {
    gate.resolve();
    await holding;
  }
}

async function begin(ctx: ProjectContext, question: string, more: Partial<AnswerInput> = {}) {
  const messages = [{ role: "user" as const, parts: [{ type: "text", text: question }] }];
  return answerQuestion(ctx, { fp: "ada", messages, signal: new AbortController().signal, ...more });
}

async function readAll(chunks: AsyncIterable<UiChunk>): Promise<UiChunk[]> {
  const given: UiChunk[] = [];
  for await (const chunk of chunks) given.push(chunk);
  return given;
}

async function ask(ctx: ProjectContext, question: string, more: Partial<AnswerInput> = {}) {
  const { threadId, messageId, chunks } = await begin(ctx, question, more);
  const given = await readAll(chunks);
  const text = given.map((chunk) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");
  return { threadId, messageId, text, chunks: given };
}

test.for([
  ["off_topic", "I answer questions about uploads.\n\n[[offtopic]]", null],
  ["asked_back", "Do you mean a file or a backup?\n\n[[askedback]]", null],
  ["partly_answered", "A file may be 50 MB [1].\n\n[[partly]]", "answered"],
  ["unanswered", "The pages do not say.\n\n[[unanswered]]", "unanswered"],
] as const)(
  "an answer that is %s is stored as that, and earlier versions read a category that they know",
  async ([outcome, said, category], { model, seedDocs, turnOf }) => {
    const ctx = await seedDocs();
    model.plays([reply.text(said)]);

    const { messageId } = await ask(ctx, "How large may a file be?");

    expect(await turnOf(messageId)).toMatchObject({ outcome, category, status: "done" });
  },
);

test("the project's settings decide whether an answer suggests what to ask next, and leads to a person", async ({
  model,
  services,
  seedDocs,
}) => {
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

test("a follow-up in a thread has the passages that the last answer cited", async ({ model, seedDocs, turnOf }) => {
  const ctx = await seedDocs();
  model.plays([reply.text("Every night [1]."), reply.text("With harbor backup [1].")]);
  const { threadId } = await ask(ctx, "How do I run a backup?", { retrievalPageSize: 1 });

  const { messageId } = await ask(ctx, "How large may a file be?", { threadId, retrievalPageSize: 1 });

  const { trace } = await turnOf(messageId);
  expect((trace as { passages: { path: string }[] }).passages.map(({ path }) => path)).toEqual(["/upload", "/backup"]);
});

describe("an answer whose model is slow", () => {
  test("begins without it, and says what has been done", async ({ model, seedDocs }) => {
    const ctx = { ...(await seedDocs()), answerHeadMs: 0 };
    const gate = Promise.withResolvers<void>();
    model.plays(async () => {
      await gate.promise;
      return reply.text("50 MB [1].");
    });

    const { chunks } = await begin(ctx, "How large may a file be?");
    const early = [(await chunks.next()).value, (await chunks.next()).value];
    gate.resolve();
    const rest = await readAll(chunks);

    expect(early).toEqual([
      expect.objectContaining({ type: "start" }),
      { type: "data-activity", data: { type: "search", query: "How large may a file be?" }, transient: true },
    ]);
    expect(rest.at(-1)).toMatchObject({ type: "finish" });
  });

  test("fails inside of its stream, and the turn is stored as failed", async ({ model, seedDocs, turnOf }) => {
    const ctx = { ...(await seedDocs()), answerHeadMs: 0 };
    const gate = Promise.withResolvers<void>();
    model.plays(async () => {
      await gate.promise;
      return reply.error(400, "no");
    });

    const { chunks, messageId } = await begin(ctx, "How large may a file be?");
    gate.resolve();
    const given = await readAll(chunks);

    expect(given.at(-1)).toEqual({ type: "error", errorText: "The assistant's model failed. Try again later." });
    expect(await turnOf(messageId)).toMatchObject({ status: "failed" });
  });

  test("can be left before its first word", async ({ model, seedDocs, turnOf }) => {
    const ctx = { ...(await seedDocs()), answerHeadMs: 0 };
    model.plays(() => reply.hang());

    const leaving = new AbortController();
    const { chunks, messageId } = await begin(ctx, "How large may a file be?", { signal: leaving.signal });
    leaving.abort();
    await readAll(chunks);

    expect(await turnOf(messageId)).toMatchObject({ status: "stopped" });
  });
});

describe("an answer whose site is still loaded", () => {
  const QUESTION = "How large may a file be?";

  test("begins meanwhile, and says what it does", async ({ model, seedDocs, turnOf }) => {
    const ctx = { ...(await seedDocs()), answerHeadMs: 0 };
    model.plays([reply.text("50 MB [1].")]);

    const { early, ...begun } = await whileLocked(ctx, "SitePage", async () => {
      const { chunks, messageId } = await begin(ctx, QUESTION);
      return { chunks, messageId, early: [(await chunks.next()).value, (await chunks.next()).value] };
    });
    const rest = await readAll(begun.chunks);

    expect(early).toEqual([
      expect.objectContaining({ type: "start", messageId: begun.messageId }),
      { type: "data-activity", data: { type: "search", query: QUESTION }, transient: true },
    ]);
    expect(rest.at(-1)).toMatchObject({ type: "finish" });
    expect(await turnOf(begun.messageId)).toMatchObject({ status: "done", answer: "50 MB [1]." });
  });

  test("fails inside of its stream where there is no site, and nothing is stored", async ({ services }) => {
    const ctx = { ...(await seedProject(services)), answerHeadMs: 0 };

    const { chunks } = await whileLocked(ctx, "SiteIndex", () => begin(ctx, QUESTION));
    const given = await readAll(chunks);

    expect(given.at(-1)).toEqual({ type: "error", errorText: expect.stringContaining("aren't indexed yet") });
    expect(await services.db.threadTurn.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });

  test("can be left, and is stored as stopped", async ({ model, seedDocs, turnOf }) => {
    const ctx = { ...(await seedDocs()), answerHeadMs: 0 };
    model.plays(() => reply.hang());

    const { chunks, messageId, left } = await whileLocked(ctx, "SitePage", async () => {
      const begun = await begin(ctx, QUESTION);
      await begun.chunks.next();
      return { ...begun, left: begun.chunks.return() };
    });
    await left;

    expect(await chunks.next()).toMatchObject({ done: true });
    expect(await turnOf(messageId)).toMatchObject({ status: "stopped" });
  });
});
