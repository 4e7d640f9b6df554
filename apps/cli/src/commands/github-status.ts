import { getGitHubStatus } from "@docsteward/services/installation/get-status";
import { syncInstallations } from "@docsteward/services/installation/sync-installations";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { toTable } from "../to-table.ts";
import { withServices } from "../with-services.ts";

const actor = { kind: "operator" } as const;

/** `docsteward github status`: the App, and the accounts that have installed it. */
export const githubStatus = makeCommand(
  "status",
  "Show the GitHub App's connection and installations",
  "docsteward github status",
)
  .option("--json", "print one JSON object")
  .action((options: { json?: true }) =>
    withServices(async (services) => {
      const before = await getGitHubStatus(services, { actor });
      if (before.problem === null) await syncInstallations(services);
      const { app, problem, installations, webUrl } = await getGitHubStatus(services, { actor });
      if (options.json) return printJson({ app, problem, installations, webUrl });
      if (app === null) return say("No GitHub App is connected. To connect one, see docs/github.md.");
      print(`${app.name} (${app.id}), ${app.url}`);
      if (problem !== null) throw new Error(problem);
      if (!app.hasEvents)
        say("It has no webhook secret: GitHub events are rejected, and repositories are polled instead.");
      if (installations.length === 0) return say(`It is not installed yet. Install it: ${app.installUrl}`);
      const rows = installations.map((one) => [one.account, String(one.repositoryCount), stateOf(one), one.org ?? "-"]);
      print(toTable([["ACCOUNT", "REPOSITORIES", "STATE", "USED BY"], ...rows]));
    }),
  );

function stateOf({ isSuspended, missingPermissions }: { isSuspended: boolean; missingPermissions: string[] }): string {
  if (isSuspended) return "suspended";
  return missingPermissions.length === 0 ? "ready" : `lacks ${missingPermissions.join(", ")}`;
}
