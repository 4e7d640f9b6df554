import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Api, createApi } from "@docsteward/tooling/demo/api";
import { git } from "@docsteward/tooling/demo/git";
import { type DemoSite, makeSite } from "@docsteward/tooling/demo/make-site";
import { openServiceLog } from "@docsteward/tooling/demo/open-service-log";
import { type Service, startService } from "@docsteward/tooling/service";
import { test as base } from "@playwright/test";
import { makeDataFolder } from "./data-folder.ts";
import { type ScriptedModel, startScriptedModel } from "./scripted-model.ts";
import { type Owner, setUp } from "./set-up.ts";
import { makeVariables } from "./variables.ts";

export type World = {
  service: Service;
  model: ScriptedModel;
  variables: Record<string, string | undefined>;
  /** Whose browser `page` is. */
  owner: Owner;
};

/** A site of one story's own on the running service, and a caller of its REST API. */
export type Site = DemoSite & { api: Api; git(...args: string[]): Promise<string> };

/** Stories get the whole real service (`world`, one a file's run), a new site of their own (`site`), and a page that is signed in. */
export const test = base.extend<{ site: Site }, { world: World; settings: Record<string, string> }>({
  // Variables of the service beside what every story has, for a file that needs its own.
  settings: [{}, { scope: "worker", option: true }],
  world: [
    async ({ settings }, use) => {
      await using folder = await makeDataFolder();
      const model = await startScriptedModel();
      const variables = makeVariables(folder.path, {
        MODEL_PROVIDER: "anthropic",
        ANTHROPIC_API_KEY: "test-key",
        ANTHROPIC_BASE_URL: model.server.url,
        ...settings,
      });
      const { file, output, log } = openServiceLog(join(folder.path, "service.log"));
      try {
        const service = await startService({ variables, output, log });
        await use({ service, model, variables, owner: await setUp(service, variables) });
        await service.stop();
      } catch (error) {
        throw new Error(`The service did not start:\n${await readFile(file, "utf8")}`, { cause: error });
      } finally {
        await model.server.close();
      }
    },
    { scope: "worker", timeout: 180_000 },
  ],
  storageState: async ({ world }, use) => use(world.owner.storageState),
  site: async ({ world }, use) => {
    const { service, variables } = world;
    const made = await makeSite(service, variables);
    const { projectId, adminKey } = made.project;
    const api = createApi({ url: service.url, projectId, key: adminKey });
    await use({ ...made, api, git: (...args) => git(made.repository.path, ...args) });
  },
});

export { expect } from "@playwright/test";
