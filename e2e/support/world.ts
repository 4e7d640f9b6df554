import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ScriptTurn } from "@docsteward/model-script/script";
import { type ModelServer, startModelServer } from "@docsteward/model-script/start-model-server";
import { parseEnv } from "@docsteward/platform/env";
import { silentLogger } from "@docsteward/platform/log";
import { openServices } from "@docsteward/services/open-services";
import { createProjectWithKeys } from "@docsteward/services/project/create";
import { type Client, createClient } from "@docsteward/tooling/demo/client";
import { type DemoSite, git } from "@docsteward/tooling/demo/site";
import { makeSampleRepository } from "@docsteward/tooling/make-sample-repository";
import { openServiceLog, type Service, startService } from "@docsteward/tooling/service";
import { test as base, request } from "@playwright/test";
import { startRememberingEmbedder } from "./embedding-server.ts";
import { makeDataFolder, testEnvironment } from "./environment.ts";

export type World = {
  service: Service;
  model: ScriptedModel;
  variables: Record<string, string | undefined>;
  /** Whose browser `page` is. */
  owner: Owner;
};

/** A site of one story's own on the running service, and a caller of its REST API. */
export type Site = DemoSite & { api: Client; git(...args: string[]): Promise<string> };

/** Stories get the whole real service (`world`, one a file's run), a new site of their own (`site`), and a page that is signed in. */
export const test = base.extend<{ site: Site }, { world: World; settings: Record<string, string> }>({
  // Variables of the service beside what every story has, for a file that needs its own.
  settings: [{}, { scope: "worker", option: true }],
  world: [
    async ({ settings }, use) => {
      await using folder = await makeDataFolder();
      await using embedder = await startRememberingEmbedder();
      const model = await startScriptedModel();
      const variables = testEnvironment(folder.path, {
        MODEL_PROVIDER: "anthropic",
        ANTHROPIC_API_KEY: "test-key",
        ANTHROPIC_BASE_URL: model.server.url,
        EMBEDDING_PROVIDER: "openai-compatible",
        EMBEDDING_BASE_URL: `${embedder.url}/v1`,
        EMBEDDING_MODEL: "built-in",
        ...settings,
      });
      const { file, output, log } = openServiceLog(join(folder.path, "service.log"));
      try {
        const service = await startService({ variables, output, log });
        await use({ service, model, variables, owner: await setUp(service) });
        await service.stop();
      } catch (error) {
        throw new Error(`The service did not start:\n${await readFile(file, "utf8")}`, { cause: error });
      } finally {
        await model.server.close();
      }
    },
    { scope: "worker", timeout: 300_000 },
  ],
  storageState: async ({ world }, use) => use(world.owner.storageState),
  site: async ({ world }, use) => {
    const { service } = world;
    const made = await makeSite(world);
    const { projectId, adminKey } = made.project;
    const api = createClient({ url: service.url, projectId, key: adminKey });
    await use({ ...made, api, git: (...args) => git(made.repository.path, ...args) });
  },
});

export { expect } from "@playwright/test";

/**
 * Makes what the demo's `makeSite` does, a project over a new sample repository, in this process: a command of its own takes seconds to
 * start, and other stories run it.
 */
export async function makeSite({ service, variables }: World): Promise<DemoSite> {
  const domain = `lanternfish-${randomBytes(3).toString("hex")}`;
  const repository = await makeSampleRepository(join(service.dataDir, "sites", `${domain}.git`));
  const env = parseEnv({ ...variables, DATABASE_URL: service.databaseUrl, BASE_URL: service.url });
  const services = await openServices({ env, log: silentLogger, actor: { kind: "operator" }, poolSize: 2 });
  try {
    const input = { org: "demo", domain, repo: repository.path, ref: repository.ref };
    const { ctx, admin, assistant, dashboardUrl } = await createProjectWithKeys(services, input);
    const keys = { adminKey: admin.token, assistantKey: assistant.token };
    return { repository, project: { projectId: ctx.project.id, domain, ...keys, dashboardUrl } };
  } finally {
    await services.close();
  }
}

/** The first account of a service under test, and what a browser keeps that is signed in with it. */
type Owner = { email: string; password: string; storageState: Awaited<ReturnType<typeof signIn>> };

/** Makes the first account by its link, as the set-up page does. It owns the organization that the stories' sites are made in. */
async function setUp({ url: baseUrl, makeSetupLink }: Service): Promise<Owner> {
  const link = await makeSetupLink();
  if (link === null) throw new Error("This service is set up already");
  const user = { name: "Ada Lovelace", email: "ada@example.com", password: "the weaver of numbers" };
  await call(baseUrl, "setup.complete", { token: new URL(link).searchParams.get("token"), user, org: "demo" });
  return { ...user, storageState: await signIn(baseUrl, user) };
}

/** Signs a person in. @returns the state of their browser, for `browser.newContext({ storageState })` */
function signIn(baseUrl: string, { email, password }: { email: string; password: string }) {
  return call(baseUrl, "session.signIn", { email, password });
}

async function call(baseURL: string, procedure: string, data: unknown) {
  const caller = await request.newContext({ baseURL });
  try {
    const answer = await caller.post(`/api/trpc/${procedure}`, { data });
    if (!answer.ok()) throw new Error(`${procedure} failed: ${await answer.text()}`);
    return await caller.storageState();
  } finally {
    await caller.dispose();
  }
}

/** A turn, or a function that makes it when the model is asked: it may wait for something first. */
type Turn = ScriptTurn | (() => Promise<ScriptTurn>);

type ScriptedModel = {
  server: ModelServer;
  /** Plays these turns in the conversation whose text contains `word`. A request that is sent again gets the same turn. */
  play(word: string, turns: Turn[]): void;
};

/** A model server for all stories of a run, each with a conversation of its own. */
async function startScriptedModel(): Promise<ScriptedModel> {
  const scripts = new Map<string, Turn[]>();
  const server = await startModelServer(async (request) => {
    const word = [...scripts.keys()].find((candidate) => request.text.includes(candidate));
    const turn = word === undefined ? undefined : scripts.get(word)?.[request.turn];
    return typeof turn === "function" ? turn() : turn;
  });
  return { server, play: (word, turns) => void scripts.set(word, turns) };
}
