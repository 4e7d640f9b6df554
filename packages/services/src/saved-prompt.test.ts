import { expect } from "vitest";
import { listAuditEvents } from "./audit/list.ts";
import { deleteSavedPrompt, listSavedPrompts, savePrompt } from "./saved-prompt.ts";
import { seedProject } from "./testing.ts";
import { servicesTest } from "./testing-fixtures.ts";

const test = servicesTest();

test("a prompt is kept by its name, and saving that again replaces it", async ({ services }) => {
  const ctx = await seedProject(services);

  const first = await savePrompt(ctx, { name: "Rename", prompt: "Rename {{old}}" });
  await savePrompt(ctx, { name: "Rename", prompt: "Rename {{old}} to {{new}}" });

  expect(await listSavedPrompts(ctx)).toEqual([{ id: first.id, name: "Rename", prompt: "Rename {{old}} to {{new}}" }]);
  await deleteSavedPrompt(ctx, { id: first.id });
  expect(await listSavedPrompts(ctx)).toEqual([]);
  expect((await listAuditEvents(ctx)).map(({ action }) => action).sort()).toEqual([
    "prompt.deleted",
    "prompt.saved",
    "prompt.saved",
  ]);
});

test("another project's prompts can't be seen or deleted", async ({ services }) => {
  const [ctx, stranger] = [await seedProject(services), await seedProject(services)];
  const { id } = await savePrompt(ctx, { name: "Ours", prompt: "Fix the typos" });

  expect(await listSavedPrompts(stranger)).toEqual([]);
  await expect(deleteSavedPrompt(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
});

test("a project has at most 100, also of those that are saved at the same time", async ({ services }) => {
  const ctx = await seedProject(services);
  const prompt = { projectId: ctx.project.id, prompt: "Fix the typos", updatedAt: ctx.clock.now() };
  const rows = Array.from({ length: 98 }, (_, index) => ({
    ...prompt,
    id: `${prompt.projectId}-${index}`,
    name: `${index}`,
  }));
  await ctx.db.savedPrompt.createMany({ data: rows });

  const names = ["one more", "two more", "three more", "four more"];
  const results = await Promise.allSettled(names.map((name) => savePrompt(ctx, { name, prompt: "Fix" })));

  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await listSavedPrompts(ctx)).toHaveLength(100);
  await savePrompt(ctx, { name: "7", prompt: "Fix it again" });
});

test("a prompt that is too long for a job is refused", async ({ services }) => {
  const ctx = await seedProject({ ...services, limits: { ...services.limits, promptCharacters: 10 } });

  await expect(savePrompt(ctx, { name: "Long", prompt: "x".repeat(11) })).rejects.toMatchObject({
    code: "invalid_request",
  });
});
