import { AppError } from "@docsteward/contract/error";
import { env } from "@docsteward/platform/env";
import { inProject, type ProjectContext, type SystemContext } from "@docsteward/services/context";
import { type OpenedServices, type OpenServicesOptions, openServices } from "@docsteward/services/open-services";
import { findProjectByDomain, listProjects } from "@docsteward/services/project/find";
import { UsageError } from "./options.ts";

export const silent: OpenServicesOptions["log"] = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/**
 * Opens the installation for one command and closes it again.
 *
 * The embedded PostgreSQL is used as it runs, and started for the length of the command when it does not.
 */
export async function withServices<T>(run: (services: OpenedServices) => Promise<T>): Promise<T> {
  const services = await openServices({ env: env(), log: silent, actor: { kind: "operator" }, poolSize: 2 });
  try {
    return await run(services);
  } finally {
    await services.close();
  }
}

/**
 * Opens the installation for a command that works in one project: the one named, or the only one there is.
 *
 * @throws AppError `not_found` for a domain that no project has; UsageError when none is named and there are several
 */
export async function withProject<T>(
  options: { domain?: string },
  run: (ctx: ProjectContext) => Promise<T>,
): Promise<T> {
  return withServices(async (services) => {
    const project = await chooseProject(services, options.domain);
    return run(inProject(services, project));
  });
}

async function chooseProject(services: SystemContext, domain: string | undefined) {
  if (domain !== undefined) {
    const project = await findProjectByDomain(services, { domain });
    if (project) return project;
    throw new AppError(
      "not_found",
      `Project "${domain}" not found. To list projects, run \`docsteward project list\`.`,
    );
  }
  const [project, ...others] = await listProjects(services);
  if (!project) throw new AppError("not_found", "No projects yet. Create one with `docsteward project create`.");
  if (others.length > 0) throw new UsageError(`There are ${others.length + 1} projects. Choose one with --domain.`);
  return project;
}
