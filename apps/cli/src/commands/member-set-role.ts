import { putMember } from "@docsteward/services/member/put";
import { Role } from "@docsteward/services/member/role";
import { Argument } from "commander";
import { makeCommand } from "../make-command.ts";
import { printJson, say } from "../output.ts";
import { withServices } from "../with-services.ts";

/** `docsteward member set-role`: gives an account a role in an organization, also one that it is no member of yet. */
export const memberSetRole = makeCommand(
  "set-role",
  "Set an account's role in an organization; adds it as a member if needed",
  "docsteward member set-role ada@example.com owner --org acme",
)
  .argument("<email>", "the account's email address")
  .addArgument(new Argument("<role>", "role").choices(Role.options))
  .requiredOption("--org <slug>", "the organization")
  .option("--json", "print one JSON object and nothing else")
  .action((email: string, role: Role, { org, json }: { org: string; json?: true }) =>
    withServices(async (services) => {
      await putMember(services, { email, role, org });
      if (json) return printJson({ email, role, org });
      say(`${email} is ${role} of ${org}.`);
    }),
  );
