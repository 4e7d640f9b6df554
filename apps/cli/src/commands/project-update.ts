import { updateProject } from "@docsteward/services/project/update";
import { makeCommand } from "../make-command.ts";
import { print, printJson } from "../output.ts";
import { withProject } from "../with-project.ts";

type Options = { siteUrl: string; json?: true };

/** `docsteward project update`: tells a project where its readers find the site. */
export const projectUpdate = makeCommand(
  "update",
  "Change what is known of a project",
  "docsteward project update acme-docs --site-url https://docs.acme.com",
)
  .argument("<project>", "project, by its domain")
  .requiredOption("--site-url <address>", "where readers find the site, or none: links of answers are paths then")
  .option("--json", "print one JSON object")
  .action((domain: string, { siteUrl, json }: Options) =>
    withProject({ domain }, async (ctx) => {
      const project = await updateProject(ctx, { siteUrl: siteUrl === "none" ? null : siteUrl });
      if (json) return printJson({ domain, siteUrl: project.siteUrl });
      print(`${domain}  ${project.siteUrl ?? "links of answers are paths"}`);
    }),
  );
