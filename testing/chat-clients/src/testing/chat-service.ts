import type { ScriptTurn } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { seedSite } from "@docsteward/services/site/testing-site";
import { createTestServices, seedKey, seedProject, type TestServices } from "@docsteward/services/testing";
import { ensureBuilt, startWeb } from "@docsteward/web/testing/web-process";
import type { ChatSite } from "./chat-client.ts";

export type ChatService = {
  services: TestServices;
  /**
   * The message route of one of two web processes over the same database. The second one begins its streams without waiting for
   * the model; the first one waits for it, however slow this machine is.
   */
  site(options?: { version?: 1 | 2; process?: 0 | 1 }): ChatSite;
  /** What the model says to a question, once it does. Questions must differ over the whole run. */
  teach(question: string, turn: ScriptTurn | Promise<ScriptTurn>): void;
  /** All text that the model received with a question. */
  prompts(question: string): string[];
  /** Makes a further key for the same site. */
  otherKey(): Promise<string>;
  close(): Promise<void>;
};

/** Starts the whole of it: PostgreSQL, two web processes, and a scripted model behind the provider's wire format. */
export async function startChatService(): Promise<ChatService> {
  await ensureBuilt();
  const services = await createTestServices();
  const ctx = await seedProject(services);
  await seedSite(ctx, [
    { path: "/flags", title: "Flags", text: "A kill switch turns a feature off at once, for everybody." },
    { path: "/install", title: "Install", text: "Install Glimmer with npm install glimmer." },
  ]);
  const { token } = await seedKey(ctx, { kind: "assistant" });
  const turns = new Map<string, ScriptTurn | Promise<ScriptTurn>>();
  const model = await startModelServer(({ lastUserText }) => {
    const asked = [...turns.keys()].filter((question) => lastUserText.includes(question));
    return turns.get(asked.at(-1) ?? "");
  });
  const variables = {
    DATABASE_URL: services.databaseUrl,
    DATA_DIR: services.dataDir,
    KEY_SECRET: services.keySecret,
    MODEL_PROVIDER: "anthropic",
    ANTHROPIC_API_KEY: "scripted",
    ANTHROPIC_BASE_URL: model.url,
  };
  const processes = ["600000", "0"].map((ANSWER_HEAD_MS) => startWeb({ ...variables, ANSWER_HEAD_MS }));
  const ports = await Promise.all(processes.map(async ({ ready }) => (await ready).port));
  return {
    services,
    site: ({ version = 2, process = 0 } = {}) => ({
      api: `http://127.0.0.1:${ports[process]}/discovery/v${version}/assistant/${ctx.project.domain}/message`,
      key: token,
    }),
    teach: (question, turn) => turns.set(question, turn),
    prompts: (question) =>
      model.requests.filter(({ lastUserText }) => lastUserText.includes(question)).map(({ text }) => text),
    otherKey: async () => (await seedKey(ctx, { kind: "assistant" })).token,
    close: async () => {
      for (const { child } of processes) child.kill("SIGKILL");
      await Promise.all(processes.map(({ exited }) => exited));
      await model.close();
      await services.close();
    },
  };
}
