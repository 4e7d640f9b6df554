import { parseInput } from "@docsteward/contract/input-schema";
import { AddSource } from "@docsteward/contract/source-operations";
import { addSource, listSources, removeSource } from "@docsteward/services/source";
import { createCommand } from "../command.ts";
import { type CredentialOptions, readCredential, withCredential } from "../credential-options.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { domain?: string; json?: true };

/** `docsteward source add`: lets a project's jobs read another repository. */
export const sourceAdd = withCredential(
  createCommand(
    "add",
    "Let the agent read another repository",
    "docsteward source add app /srv/app.git --ref main --domain acme-docs",
  ),
)
  .argument("<name>", "name of the source; the agent reads @name/path")
  .argument("<repository>", "path on this machine, file:// URL, URL at GitHub, or https or SSH URL at any Git server")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--ref <name>", "branch, tag or commit (default: the repository's default branch)")
  .option("--json", "print one JSON object")
  .action((name: string, repository: string, options: Options & CredentialOptions & { ref?: string }) =>
    withProject(options, async (ctx) => {
      const credential = await readCredential(options);
      const added = await addSource(ctx, parseInput(AddSource, { name, repository, ref: options.ref, credential }));
      if (options.json) return printJson(added);
      printMessage(`Added @${added.name}: ${added.repository} at ${added.ref}.`);
    }),
  );

/** `docsteward source list`: the sources, and what jobs last found there. */
export const sourceList = createCommand(
  "list",
  "List the repositories that the agent reads",
  "docsteward source list --domain acme-docs",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print a JSON array")
  .action((options: Options) =>
    withProject(options, async (ctx) => {
      const { sources } = await listSources(ctx);
      if (options.json) return printJson(sources);
      if (sources.length === 0) return printMessage("No sources yet. Add one with `docsteward source add`.");
      const rows = sources.map(({ name, repository, ref, lastRead }) => [
        `@${name}`,
        ref,
        lastRead === null ? "not read yet" : (lastRead.commit?.slice(0, 12) ?? `can't be read: ${lastRead.error}`),
        repository,
      ]);
      print(formatTable([["NAME", "REF", "LAST READ", "REPOSITORY"], ...rows]));
    }),
  );

/** `docsteward source remove`: takes a source away. */
export const sourceRemove = createCommand(
  "remove",
  "Remove a repository from what the agent reads",
  "docsteward source remove app --domain acme-docs",
)
  .argument("<name>", "name of the source")
  .option("--domain <name>", "project domain (required if there are several)")
  .action((name: string, options: Options) =>
    withProject(options, async (ctx) => {
      await removeSource(ctx, { name: name.replace(/^@/, "") });
      printMessage(`Removed @${name.replace(/^@/, "")}.`);
    }),
  );
