import { reply } from "@docsteward/model-script/script";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listGaps } from "../gap/gap.ts";
import { outsideCalls } from "../limit/concurrency.ts";
import { seedSite } from "../site/testing-site.ts";
import { createTestServices, seedProject, type TestServices } from "../testing.ts";
import { compareModels } from "./compare.ts";
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

  const answers = await compareModels(ctx, { question, models: ["sonnet", "opus"], signal });

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

  const [first, second] = await compareModels(ctx, { question, models: ["sonnet", "opus"], signal });

  expect(first).toMatchObject({ model: "sonnet", status: "done" });
  expect(second).toMatchObject({ model: "opus", status: "failed", failure: expect.any(String) });
});

test("a model that the project does not have is refused", async () => {
  const ctx = await seedDocs();

  await expect(compareModels(ctx, { question, models: ["sonnet", "gpt"], signal })).rejects.toThrow(
    'Model "gpt" not found. Use one of: sonnet, opus.',
  );
});

test("a third comparison of an organization waits, and leaves the places of its readers' answers", async () => {
  const ctx = await seedDocs();
  scripted.plays(() => reply.text("50 MB [1]."));
  const places = [1, 2].map(() => outsideCalls.take(ctx.organization.id, "comparisons"));
  const compare = () => compareModels(ctx, { question, models: ["sonnet", "opus"], signal });

  await expect(compare()).rejects.toMatchObject({ code: "rate_limited" });

  for (const release of places) release();
  expect(await compare()).toHaveLength(2);
});
