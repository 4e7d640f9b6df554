import { AutomationDefinition } from "@docsteward/contract/automation";
import { getFileState, requestFileChange } from "@docsteward/services/automation/file-change";
import { expect, test, vi } from "vitest";
import { startTestWorker } from "../testing/worker.ts";
import { startAutomations } from "./automations.ts";

const PATH = ".docsteward/automations.yml";
const PATIENCE_MS = 240_000;
vi.setConfig({ testTimeout: PATIENCE_MS });

const define = (more: object = {}) =>
  AutomationDefinition.parse({ name: "weekly", on: { manual: true }, prompt: "Check.", ...more });
const FILE = "# Ours.\nautomations:\n  - name: first   # keep\n    on: { manual: true }\n    prompt: One.\n";

test("changes of the file become one pull request, on top of each other and of what people pushed to it", async () => {
  await using world = await startTestWorker(() => undefined, { files: { "index.md": "# Welcome\n", [PATH]: FILE } });
  const { ctx, repository, services } = world;
  const automating = await startAutomations(world.parts, { everySeconds: 60, roundMs: 50 });
  const state = async () => (await getFileState(ctx)).change;
  const pull = () => services.db.pullRequest.findFirstOrThrow();
  try {
    await requestFileChange(ctx, { name: null, definition: define() });
    await expect
      .poll(state, { timeout: PATIENCE_MS })
      .toMatchObject({ name: "weekly", state: "proposed", pullNumber: 1 });
    const { branch, headSha, treeSha } = await pull();
    expect(await repository.git("show", `${branch}:${PATH}`)).toBe(
      `${FILE}  - name: weekly\n    on:\n      manual: true\n    prompt: Check.\n`.trim(),
    );
    expect(treeSha).toBe(await repository.git("rev-parse", `${headSha}^{tree}`));

    await repository.commit({ "index.md": "# Theirs\n" }, branch);
    await requestFileChange(ctx, { name: "weekly", definition: define({ name: "daily", draft: true }) });
    await requestFileChange(ctx, { name: "first", definition: null });
    await expect.poll(async () => (await state())?.state, { timeout: PATIENCE_MS }).toBe("proposed");
    expect(await repository.git("show", `${branch}:${PATH}`)).toBe(
      "# Ours.\nautomations:\n  - name: daily\n    on:\n      manual: true\n    prompt: Check.\n    draft: true",
    );
    expect(await repository.git("show", `${branch}:index.md`)).toBe("# Theirs");
    expect(await services.db.pullRequest.count()).toBe(1);
    expect((await pull()).headSha).toBe(await repository.git("rev-parse", branch));

    // Merged: the next change begins anew, and one that can't be made says why.
    await services.db.pullRequest.updateMany({ data: { state: "merged" } });
    expect(await state()).toBeNull();
    await requestFileChange(ctx, { name: "gone", definition: define({ name: "gone" }) });
    const why = { state: "failed", reason: expect.stringMatching(/no automation called "gone" any more/) };
    await expect.poll(state, { timeout: PATIENCE_MS }).toMatchObject(why);
  } finally {
    automating.stop();
  }
});

test("a change whose worker was lost after its push is written once", async () => {
  await using world = await startTestWorker(() => undefined, { files: { "index.md": "# Welcome\n", [PATH]: FILE } });
  const { ctx, repository, services } = world;
  const { id } = await requestFileChange(ctx, { name: null, definition: define() });
  const automating = await startAutomations(world.parts, { everySeconds: 60, roundMs: 50 });
  const state = async () => (await getFileState(ctx)).change?.state;
  try {
    await expect.poll(state, { timeout: PATIENCE_MS }).toBe("proposed");
    const { branch, headSha } = await services.db.pullRequest.findFirstOrThrow();
    // As after a kill between the push and the record of it, and one more before the pull request was recorded.
    for (const isOpened of [true, false]) {
      if (!isOpened) await services.db.pullRequest.deleteMany();
      const again = { state: "waiting", decidedAt: null, pullNumber: null, branch: null };
      await services.db.automationFileChange.update({ where: { id }, data: again });
      await services.db.$transaction((tx) => services.queue.automation.enqueue(tx, ctx.project.id));
      await expect.poll(state, { timeout: PATIENCE_MS }).toBe("proposed");
      expect(await services.db.pullRequest.findMany()).toMatchObject([{ branch, headSha, state: "open" }]);
      expect(await repository.git("rev-parse", branch)).toBe(headSha);
    }
  } finally {
    automating.stop();
  }
});
