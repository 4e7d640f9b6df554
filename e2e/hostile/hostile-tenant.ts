import { setTimeout as wait } from "node:timers/promises";
import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { parseEnv } from "@docsteward/platform/env";
import { newId } from "@docsteward/platform/id";
import { silentLogger } from "@docsteward/platform/log";
import { inProject, type ProjectContext } from "@docsteward/services/context";
import { createKey } from "@docsteward/services/key/create";
import { openServices } from "@docsteward/services/open-services";
import { createProject } from "@docsteward/services/project/create";
import { deleteProject } from "@docsteward/services/project/delete";
import { seedMember, seedSession } from "@docsteward/services/testing";
import type { Service } from "@docsteward/tooling/service";

export type HostileProject = { ctx: ProjectContext; domain: string; adminKey: string; assistantKey: string };

/** The other tenant: an admin of an organization of its own, with keys, a session, and as many repositories as it likes. */
export type HostileTenant = AsyncDisposable & {
  url: string;
  /** A project over a small repository, for calls. */
  home: HostileProject;
  /** The session as a `Cookie` header. */
  cookie: string;
  /** Makes a project over a repository, which is gone again when `use` ends. */
  withProject<T>(repository: TestRepository, use: (project: HostileProject) => Promise<T>): Promise<T>;
};

/** Where the tenant's service answers. */
export type HostileService = Pick<Service, "url" | "databaseUrl">;

const ORG = "hostile";
const POLL_MS = 200;
const DELETE_MS = 5_000;

/** Makes the tenant on a running service, as an operator does. */
export async function makeHostileTenant(
  service: HostileService,
  variables: Record<string, string | undefined>,
): Promise<HostileTenant> {
  const env = parseEnv({ ...variables, DATABASE_URL: service.databaseUrl, BASE_URL: service.url });
  const services = await openServices({ env, actor: { kind: "operator" }, log: silentLogger, poolSize: 4 });
  const makeProject = async (repository: TestRepository): Promise<HostileProject> => {
    const domain = `hostile-${newId("prj").slice(-12).toLowerCase()}`;
    const project = await createProject(services, { org: ORG, domain, repo: repository.path, ref: repository.branch });
    const ctx = inProject(services, project);
    const admin = await createKey(ctx, { kind: "admin", name: "Admin" });
    const assistant = await createKey(ctx, { kind: "assistant", name: "Assistant" });
    return { ctx, domain, adminKey: admin.token, assistantKey: assistant.token };
  };
  const repository = await makeRepository({ "index.md": "# Home\n\nA small page about flags.\n" });
  const home = await makeProject(repository);
  await untilIndexed(home, AbortSignal.timeout(60_000));
  const member = await seedMember(services, { organizationId: home.ctx.project.organizationId });
  return {
    url: service.url,
    home,
    cookie: await seedSession(services, { userId: member.id }),
    withProject: async (given, use) => {
      const project = await makeProject(given);
      try {
        return await use(project);
      } finally {
        // What is stuck in a transaction of a silent process is not waited for.
        const deleting = deleteProject(project.ctx, { typed: project.domain }).catch(() => undefined);
        await Promise.race([deleting, wait(DELETE_MS, undefined, { ref: false })]);
      }
    },
    [Symbol.asyncDispose]: async () => {
      await services.close();
      await repository.remove();
    },
  };
}

/** Waits until the pages of a project are indexed, or are not going to be. @returns how it ended */
export async function untilIndexed({ ctx }: HostileProject, signal: AbortSignal): Promise<string> {
  for (;;) {
    const index = await ctx.db.siteIndex.findUnique({ where: { projectId: ctx.project.id } });
    if (index?.status === "ready") return "indexed";
    if (index?.status === "failed") return `refused: ${index.failure ?? ""}`;
    await wait(POLL_MS, undefined, { signal });
  }
}
