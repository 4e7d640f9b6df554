import type { ProjectContext } from "@docsteward/services/context";
import { seedSite } from "@docsteward/services/site/testing-site";
import { createTestServices, seedKey, seedProject, type TestServices } from "@docsteward/services/testing";
import { ensureBuilt, startWeb } from "./web-process.ts";

/** A project with a site whose pages can be searched, and the keys that open it. */
export type Tenant = { ctx: ProjectContext; adminKey: string; assistantKey: string };

export type ApiWorld = {
  url: string;
  port: number;
  services: TestServices;
  seedTenant(pages?: { path: string; text: string }[]): Promise<Tenant>;
  /** Whether the process still runs. */
  isUp(): boolean;
  close(): Promise<void>;
};

const PAGES = [
  { path: "/guides/flags", text: "A flag turns a feature on or off for some of your users." },
  { path: "/guides/kill-switch", text: "A kill switch turns a feature off immediately. How: press it." },
];

function refuse({ code, stderr }: { code: number | null; stderr: string }): never {
  throw new Error(`The web process ended with ${code} before it was ready: ${stderr}`);
}

/** Starts the real web process with a new database and the offline model. */
export async function openApiWorld(variables: Record<string, string> = {}): Promise<ApiWorld> {
  await ensureBuilt();
  const services = await createTestServices();
  const web = startWeb({
    DATABASE_URL: services.databaseUrl,
    DATA_DIR: services.dataDir,
    KEY_SECRET: services.keySecret,
    ...variables,
  });
  const { port } = await Promise.race([web.ready, web.exited.then(refuse)]);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    services,
    async seedTenant(pages = PAGES) {
      const ctx = await seedProject(services);
      await seedSite(ctx, pages);
      const [admin, assistant] = [await seedKey(ctx), await seedKey(ctx, { kind: "assistant" })];
      return { ctx, adminKey: admin.token, assistantKey: assistant.token };
    },
    isUp: () => web.child.exitCode === null && web.child.signalCode === null,
    async close() {
      web.child.kill("SIGKILL");
      await web.exited;
      await services.close();
    },
  };
}
