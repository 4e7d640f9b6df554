import { AppError } from "@docsteward/contract/error";
import { assignInstallation } from "@docsteward/services/installation/assign-installation";
import { getGitHubStatus } from "@docsteward/services/installation/get-status";
import { makeCommand } from "../make-command.ts";
import { say } from "../output.ts";
import { withServices } from "../with-services.ts";

const actor = { kind: "operator" } as const;

/** `docsteward github assign`: which organization here may use the repositories of an account at GitHub. */
export const githubAssign = makeCommand(
  "assign",
  "Assign a GitHub account's repositories to an organization",
  "docsteward github assign --account acme --org acme",
)
  .requiredOption("--account <name>", "GitHub account that installed the App")
  .requiredOption("--org <slug>", "organization")
  .action(({ account, org }: { account: string; org: string }) =>
    withServices(async (services) => {
      const { installations } = await getGitHubStatus(services, { actor });
      const found = installations.find((one) => one.account.toLowerCase() === account.toLowerCase());
      if (!found) {
        throw new AppError("not_found", `The App is not installed at ${account}. See \`docsteward github status\`.`);
      }
      await assignInstallation(services, { actor, installationId: found.id, org });
      say(`Admins of ${org} can now use the repositories of ${found.account}.`);
    }),
  );
