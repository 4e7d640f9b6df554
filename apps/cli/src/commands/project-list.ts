import { listProjects } from "@docsteward/services/project/list";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { toTable } from "../to-table.ts";
import { withServices } from "../with-services.ts";

/** `docsteward project list`: every project of the installation. */
export const projectList = makeCommand("list", "List the projects", "docsteward project list --org acme")
  .option("--org <slug>", "only projects of one organization")
  .option("--json", "print a JSON array")
  .action(({ org, json }: { org?: string; json?: true }) =>
    withServices(async (services) => {
      const projects = (await listProjects(services, { org })).map((project) => ({
        projectId: project.id,
        org: project.organization.slug,
        domain: project.domain,
        repository: project.repository,
        ref: project.baseRef,
        docsPath: project.docsPath,
        jobs: project.jobCount,
        dashboardUrl: `${services.baseUrl}/${project.organization.slug}/${project.domain}`,
      }));
      if (json) return printJson(projects);
      if (projects.length === 0) return say("No projects yet. Create one with `docsteward project create`.");
      const rows = projects.map(({ projectId, org, domain, ref, jobs, repository }) => [
        projectId,
        org,
        domain,
        ref,
        String(jobs),
        repository,
      ]);
      print(toTable([["PROJECT", "ORG", "DOMAIN", "REF", "JOBS", "REPOSITORY"], ...rows]));
    }),
  );
