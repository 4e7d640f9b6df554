import { reply } from "@docsteward/model-script/script";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listGaps } from "../gap/gap.ts";
import { outsideCalls } from "../limit/concurrency.ts";
import { requestIndex } from "../site/index-request.ts";
import { claimIndex } from "../site/index-run.ts";
import { findPreviousIndex } from "../site/previous.ts";
import { seedSite } from "../site/testing-site.ts";
import { createTestServices, seedProject, type TestServices } from "../testing.ts";
import { compareAnswers } from "./compare.ts";
import { type ScriptedAssistant, startScriptedAssistant } from "./testing-assistant.ts";

let services: TestServices;
let scripted: ScriptedAssistant;
beforeAll(async () => {
  scripted = await startScriptedAssistant();
  const models = { defaultName: "sonnet", names: ["sonnet", "opus"] };
  services = await createTestServices({ assistant: scripted.assistant, models });
});
afterAll(async () => {
  await services.close();
  await scripted.close();
});

const signal = new AbortController().signal;
const question = "How big may a file be?";
const sonnet = { model: "sonnet", index: "current" } as const;
const opus = { model: "opus", index: "current" } as const;

async function seedDocs() {
  const ctx = await seedProject(services);
  await seedSite(ctx, [{ path: "/upload", title: "Uploads", text: "A file may be 50 MB." }]);
  return ctx;
}

test("two models answer the same question from the same passages, and no gap comes of it", async () => {
  const ctx = await seedDocs();
  scripted.plays(({ model }) =>
    reply.text(model.includes("opus") ? "Fifty megabytes [1]." : "The docs don't say.\n\n[[unanswered]]"),
  );

  const answers = await compareAnswers(ctx, { question, sides: [sonnet, opus], signal });

  expect(answers).toMatchObject([
    { model: "sonnet", status: "done", category: "unanswered" },
    { model: "opus", status: "done", answer: expect.stringContaining("Fifty megabytes") },
  ]);
  const [first, second] = answers.map(({ trace }) => trace?.passages.map(({ path }) => path));
  expect(first).toEqual(["/upload"]);
  expect(second).toEqual(first);
  expect((await listGaps(ctx)).total).toBe(0);
});

test("a model that fails leaves the other one's answer", async () => {
  const ctx = await seedDocs();
  scripted.plays(({ model }) =>
    model.includes("opus") ? reply.error(401, "Incorrect API key provided") : reply.text("50 MB [1]."),
  );

  const [first, second] = await compareAnswers(ctx, { question, sides: [sonnet, opus], signal });

  expect(first).toMatchObject({ model: "sonnet", status: "done" });
  expect(second).toMatchObject({ model: "opus", status: "failed", failure: expect.any(String) });
});

test("a model that the project does not have is refused", async () => {
  const ctx = await seedDocs();

  const sides = [sonnet, { ...sonnet, model: "gpt" }] as [typeof sonnet, { model: string; index: "current" }];

  await expect(compareAnswers(ctx, { question, sides, signal })).rejects.toThrow(
    'Model "gpt" not found. Use one of: sonnet, opus.',
  );
});

test("the current and the previous version of the pages answer the same question", async () => {
  const ctx = await seedDocs();
  await seedSite(ctx, [{ path: "/gone", title: "Gone", text: "A file may have 3 names." }], { commit: "2".repeat(40) });
  const change = { path: "/upload", title: "Uploads", text: "A file may be 80 MB." };
  await seedSite(ctx, [change], { commit: "3".repeat(40), gone: ["docs/gone.md"] });
  scripted.plays(({ text }) => reply.text(text.includes("50 MB") ? "Fifty [1]." : "Eighty [1]."));

  const previous = { ...sonnet, index: "previous" } as const;
  const answers = await compareAnswers(ctx, { question, sides: [previous, sonnet], signal });

  expect(answers).toMatchObject([
    { commit: "2".repeat(40), answer: expect.stringContaining("Fifty") },
    { commit: "3".repeat(40), answer: expect.stringContaining("Eighty") },
  ]);
  const found = answers.map(({ trace }) => trace?.passages.map(({ path }) => path).sort());
  expect(found).toEqual([["/gone", "/upload"], ["/upload"]]);
});

test("the previous version is gone once the next index run has started", async () => {
  const ctx = await seedDocs();
  expect(await findPreviousIndex(ctx)).toBeNull();
  await seedSite(ctx, [{ path: "/upload", title: "Uploads", text: "A file may be 80 MB." }]);
  expect(await findPreviousIndex(ctx)).toMatchObject({ commit: "1".repeat(40) });
  await requestIndex(ctx);
  await claimIndex(ctx, { projectId: ctx.project.id });

  expect(await findPreviousIndex(ctx)).toBeNull();
  const sides = [{ ...sonnet, index: "previous" }, sonnet] as [{ model: string; index: "previous" }, typeof sonnet];
  await expect(compareAnswers(ctx, { question, sides, signal })).rejects.toThrow("no longer stored");
});

test("a third comparison of an organization waits, and leaves the places of its readers' answers", async () => {
  const ctx = await seedDocs();
  scripted.plays(() => reply.text("50 MB [1]."));
  const places = [1, 2].map(() => outsideCalls.take(ctx.organization.id, "comparisons"));
  const compare = () => compareAnswers(ctx, { question, sides: [sonnet, opus], signal });

  await expect(compare()).rejects.toMatchObject({ code: "rate_limited" });

  for (const release of places) release();
  expect(await compare()).toHaveLength(2);
});
