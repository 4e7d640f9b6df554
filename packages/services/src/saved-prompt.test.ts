import { afterAll, beforeAll, expect, test } from "vitest";
import { listAuditEvents } from "./audit/list.ts";
import { deleteSavedPrompt, listSavedPrompts, savePrompt } from "./saved-prompt.ts";
import { createTestServices, seedProject, type TestServices } from "./testing.ts";

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});
afterAll(() => services.close());

test("a prompt is kept by its name, and saving that again replaces it", async () => {
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

test("another project's prompts can't be seen or deleted", async () => {
  const [ctx, stranger] = [await seedProject(services), await seedProject(services)];
  const { id } = await savePrompt(ctx, { name: "Ours", prompt: "Fix the typos" });

  expect(await listSavedPrompts(stranger)).toEqual([]);
  await expect(deleteSavedPrompt(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
});

test("a project has at most 100, also of those that are saved at the same time", async () => {
  const ctx = await seedProject(services);
  const saves = Array.from({ length: 103 }, (_, index) => savePrompt(ctx, { name: `Prompt ${index}`, prompt: "Fix" }));

  const results = await Promise.allSettled(saves);

  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
  await savePrompt(ctx, { name: (await listSavedPrompts(ctx))[0]?.name ?? "", prompt: "Fix it again" });
});

test("a prompt that is too long for a job is refused", async () => {
  const ctx = await seedProject({ ...services, limits: { ...services.limits, promptCharacters: 10 } });

  await expect(savePrompt(ctx, { name: "Long", prompt: "x".repeat(11) })).rejects.toMatchObject({
    code: "invalid_request",
  });
});
