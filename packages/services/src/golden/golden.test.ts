import { reply } from "@docsteward/model-script/script";
import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { requestIndex } from "../site/index-request.ts";
import { claimIndex, finishIndex } from "../site/index-run.ts";
import { seedSite } from "../site/testing-site.ts";
import { seedProject, type TestServicesOptions } from "../testing.ts";
import { servicesTest, untilEnd } from "../testing-fixtures.ts";
import { answerQuestion } from "../thread/answer.ts";
import { startScriptedAssistant } from "../thread/testing-assistant.ts";
import { addEvalRun, checkGoldenQuestions } from "./check.ts";
import { addGoldenFrom, addGoldenQuestion, listGoldenQuestions, removeGoldenQuestion } from "./questions.ts";
import { evaluateGolden, getGoldenState } from "./runs.ts";

const test = servicesTest()
  .extend("scripted", { scope: "file" }, untilEnd(startScriptedAssistant))
  .extend("options", { scope: "file" }, ({ scripted }): TestServicesOptions => ({ assistant: scripted.assistant }))
  .extend("seed", { scope: "file" }, ({ services }) => async () => {
    const ctx = await seedProject(services);
    await seedSite(ctx, [
      { path: "/upload", title: "Uploads", text: "A file may be 50 MB." },
      { path: "/backup", title: "Backups", text: "Run harbor backup every night." },
    ]);
    return ctx;
  })
  .extend(
    "ask",
    { scope: "file" },
    ({ scripted }) =>
      async (ctx: ProjectContext, question: string, says: string): Promise<string> => {
        scripted.plays([reply.text(says)]);
        const messages = [{ role: "user" as const, content: question }];
        const answer = await answerQuestion(ctx, { fp: "ada", messages, signal });
        for await (const _ of answer.chunks);
        return answer.messageId;
      },
  );

const signal = new AbortController().signal;

test("a question is kept once, with the page in its plain form", async ({ seed }) => {
  const ctx = await seed();

  await addGoldenQuestion(ctx, { question: "How large?", page: "upload.md#limits" });
  await addGoldenQuestion(ctx, { question: "How large?", page: "/upload", fact: "50 MB" });

  expect(await listGoldenQuestions(ctx)).toEqual([
    expect.objectContaining({ question: "How large?", page: "/upload", fact: "50 MB", source: "hand" }),
  ]);
  await expect(addGoldenQuestion(ctx, { question: "Why?" })).rejects.toMatchObject({ code: "invalid_request" });
  await expect(addGoldenQuestion(ctx, { question: "Why?", page: "/none" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("an answer becomes a golden question with the page it cites first, and so does a gap once it is answered", async ({
  services,
  seed,
  ask,
}) => {
  const ctx = await seed();
  const answered = await ask(ctx, "How large may a file be?", "50 MB [1].");
  const unanswered = await ask(ctx, "Who owns Harbor?", "Unknown.\n\n[[unanswered]]");
  const gap = await services.db.gap.create({
    data: {
      ...{ id: "gap_golden", projectId: ctx.project.id, question: "How large can uploads be?", answerTurnId: answered },
      ...{ createdAt: new Date(), lastAskedAt: new Date(), state: "done" },
    },
  });

  const fromAnswer = await addGoldenFrom(ctx, { messageId: answered });
  const fromGap = await addGoldenFrom(ctx, { gapId: gap.id });

  expect(fromAnswer).toMatchObject({ question: "How large may a file be?", page: "/upload", source: "answer" });
  expect(fromGap).toMatchObject({ question: "How large can uploads be?", page: "/upload", source: "gap" });
  await expect(addGoldenFrom(ctx, { messageId: unanswered })).rejects.toMatchObject({ code: "conflict" });
  await expect(addGoldenFrom(ctx, { messageId: "msg_none" })).rejects.toMatchObject({ code: "not_found" });
});

test("answers are judged by their citations and facts, and by the model, and each evaluation is kept", async ({
  scripted,
  seed,
}) => {
  const ctx = await seed();
  const asked: string[] = [];
  await addGoldenQuestion(ctx, { question: "How large may a file be?", page: "/upload", fact: "50 MB" });
  await addGoldenQuestion(ctx, { question: "What do I run every night?", page: "/backup" });
  scripted.plays((request) => {
    const { lastUserText } = request;
    if (!JSON.stringify(request.body).includes("right or wrong"))
      return reply.text(lastUserText.includes("How large") ? "It may be 70 MB [1]." : "Run harbor backup [1].");
    asked.push(lastUserText);
    return reply.text(lastUserText.includes("70 MB") ? "Wrong: it is 50." : "**right**");
  });

  const result = await evaluateGolden(ctx, { answers: true, signal });

  expect(result).toMatchObject({ asked: 2, found: 2, cited: 1, judged: 1 });
  expect(result.questions.map(({ isCited, isRight }) => [isCited, isRight])).toEqual([
    [false, false],
    [true, true],
  ]);
  expect(asked[0]).toMatch(/A file may be 50 MB\..*50 MB.*How large may a file be\?.*It may be 70 MB/s);
  const { runs } = await getGoldenState(ctx);
  expect(runs).toEqual([expect.objectContaining({ source: "eval", asked: 2, found: 2, cited: 1, judged: 1 })]);
});

test("where time runs out, the next version is asked first what this one was not", async ({ services, seed }) => {
  const ctx = await seed();
  await addGoldenQuestion(ctx, { question: "How large may a file be?", page: "/upload" });
  await addGoldenQuestion(ctx, { question: "What do I run every night?", page: "/backup" });
  const check = async () => {
    await requestIndex(ctx);
    const claimed = await claimIndex(ctx, { projectId: ctx.project.id });
    if (claimed === null) throw new Error("A run is under way for this project.");
    const { lease, index } = claimed;
    await checkGoldenQuestions(ctx, { lease, commit: "2".repeat(40), version: index.version, signal, withinMs: 0 });
    await finishIndex(ctx, { lease });
  };

  await check();
  const once = await listGoldenQuestions(ctx);
  await check();
  const twice = await listGoldenQuestions(ctx);

  expect(once.map(({ isFound }) => isFound)).toEqual([true, null]);
  expect(twice.map(({ isFound }) => isFound)).toEqual([true, true]);
  const runs = await services.db.evalRun.findMany({ where: { projectId: ctx.project.id } });
  expect(runs.map(({ asked }) => asked)).toEqual([1, 1]);
});

test("a project keeps 500 golden questions and its last 200 runs", async ({ services, seed }) => {
  const ctx = await seed();
  const projectId = ctx.project.id;
  const row = (number: number) => ({
    ...{ id: `gld_${projectId}_${number}`, projectId, question: `Question ${number}?`, page: "/upload" },
    ...{ source: "hand", createdAt: new Date() },
  });
  await services.db.goldenQuestion.createMany({ data: Array.from({ length: 500 }, (_, number) => row(number)) });
  const run = { projectId, source: "eval", commit: "1".repeat(40), asked: 1, found: 1 } as const;
  await services.db.evalRun.createMany({
    data: Array.from({ length: 205 }, (_, number) => ({ ...run, id: `evl_${number}`, createdAt: new Date(number) })),
  });
  await addEvalRun(services, run);

  await expect(addGoldenQuestion(ctx, { question: "One more?", page: "/upload" })).rejects.toThrow(
    "500 golden questions",
  );
  expect(await services.db.evalRun.count({ where: { projectId } })).toBe(200);
  expect(await services.db.evalRun.count({ where: { id: "evl_5" } })).toBe(0);
});

test("hides another project's golden questions and runs", async ({ seed }) => {
  const [mine, theirs] = [await seed(), await seed()];
  const { id } = await addGoldenQuestion(theirs, { question: "How large?", page: "/upload" });
  await evaluateGolden(theirs, { answers: false, signal });

  expect(await listGoldenQuestions(mine)).toEqual([]);
  expect((await getGoldenState(mine)).runs).toEqual([]);
  await expect(removeGoldenQuestion(mine, { id })).rejects.toMatchObject({ code: "not_found" });
  await expect(evaluateGolden(mine, { answers: false, signal })).rejects.toMatchObject({ code: "not_found" });
});
