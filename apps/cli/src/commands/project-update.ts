import { updateProject } from "@docsteward/services/project/update";
import { makeCommand } from "../make-command.ts";
import { print, printJson } from "../output.ts";
import { withProject } from "../with-project.ts";

type Options = { siteUrl: string; json?: true };

/** `docsteward project update`: tells a project where its readers find the site. */
export const projectUpdate = makeCommand(
  "update",
  "Change a project's settings",
  "docsteward project update acme-docs --site-url https://docs.acme.com",
)
  .argument("<project>", "project domain")
  .requiredOption("--site-url <address>", "the published site's URL, or none to link to paths")
  .option("--json", "print one JSON object")
  .action((domain: string, { siteUrl, json }: Options) =>
    withProject({ domain }, async (ctx) => {
      const project = await updateProject(ctx, { siteUrl: siteUrl === "none" ? null : siteUrl });
      if (json) return printJson({ domain, siteUrl: project.siteUrl });
      print(`${domain}  ${project.siteUrl ?? "answers link to paths"}`);
    }),
  );
