import type { ProjectContext, SystemContext } from "@docsteward/services/context";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey, seedProject, type TestServices } from "@docsteward/services/testing";
import { type ScriptedAssistant, startScriptedAssistant } from "@docsteward/services/thread/testing-assistant";
import { openTestApp } from "./test-app.ts";

export type AssistantApp = Pick<ScriptedAssistant, "plays" | "requests"> & {
  services: TestServices;
  /** A site of two pages, and a key that opens its assistant. */
  ctx: ProjectContext;
  key: string;
  close(): Promise<void>;
};

const PAGES = [
  { path: "/upload", title: "Uploads", text: "A file may be 50 MB. Set MAX_UPLOAD_MB to change it." },
  { path: "/backup", title: "Backups", text: "Run harbor backup every night." },
];

/** Opens the app over a site whose assistant is a scripted model behind a provider's wire format. */
export async function openAssistantApp(
  protocol: "anthropic" | "openai",
  overrides: Partial<SystemContext> = {},
): Promise<AssistantApp> {
  const { assistant, plays, requests, close } = await startScriptedAssistant(protocol);
  const services = await openTestApp({ assistant, ...overrides });
  const ctx = await seedProject(services);
  await seedSite(ctx, PAGES);
  return {
    services,
    ctx,
    key: (await seedKey(ctx, { kind: "assistant" })).token,
    plays,
    requests,
    async close() {
      await services.close();
      await close();
    },
  };
}
