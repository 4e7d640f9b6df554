import { AppError } from "@docsteward/contract/error";
import { parseInput } from "@docsteward/contract/input-schema";
import { upsertMember } from "@docsteward/services/member/members";
import { Role } from "@docsteward/services/member/role";
import { createSetupLink } from "@docsteward/services/setup";
import { CreateUser, createPasswordLink, createUser, listUsers } from "@docsteward/services/user/users";
import { Argument, Option } from "commander";
import { createCommand } from "../command.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withServices } from "../with-services.ts";

type Options = { name: string; org: string; role: Role; json?: true };

/** `docsteward user create`: an account for a person, and a link with which they set its password. */
export const userCreate = createCommand(
  "create",
  "Create an account in an organization and print a link to set its password",
  "docsteward user create ada@example.com --name 'Ada Lovelace' --org acme --role admin",
)
  .argument("<email>", "email address to sign in with")
  .requiredOption("--name <name>", "name that others see")
  .requiredOption("--org <slug>", "the organization")
  .addOption(new Option("--role <role>", "role").choices(Role.options).default("member"))
  .option("--json", "print one JSON object and nothing else")
  .action((email: string, { json, ...options }: Options) =>
    withServices(async (services) => {
      const { userId, url } = await createUser(services, parseInput(CreateUser, { email, ...options }));
      if (json) return printJson({ userId, url });
      printMessage("Send this link to the account's owner. It works once, for a day.");
      print(url);
    }),
  );

/** `docsteward user list`: every account of the installation. */
export const userList = createCommand("list", "List the accounts and their roles", "docsteward user list")
  .option("--json", "print a JSON array")
  .action(({ json }: { json?: true }) =>
    withServices(async (services) => {
      const users = await listUsers(services);
      if (json) return printJson(users);
      if (users.length === 0)
        return printMessage("No accounts yet. Create the first one with `docsteward setup-link`.");
      const rows = users.map(({ email, name, memberships }) => [
        email,
        name,
        memberships.map(({ org, role }) => `${org} (${role})`).join(", "),
      ]);
      print(formatTable([["EMAIL", "NAME", "ORGANIZATIONS"], ...rows]));
    }),
  );

/** `docsteward user reset-password`: a link for a person who is locked out. */
export const userResetPassword = createCommand(
  "reset-password",
  "Print a link to set a new password",
  "docsteward user reset-password ada@example.com",
)
  .argument("<email>", "the account's email address")
  .option("--json", "print one JSON object and nothing else")
  .action((email: string, { json }: { json?: true }) =>
    withServices(async (services) => {
      const url = await createPasswordLink(services, { email });
      if (json) return printJson({ url });
      printMessage("Send this link to the account's owner. It works once, for a day.");
      print(url);
    }),
  );

/** `docsteward setup-link`: a new link to the first account, when the one that `start` printed is lost. */
export const setupLink = createCommand(
  "setup-link",
  "Create the link to set up the first account, which owns the installation",
  "docsteward setup-link",
)
  .option("--json", "print one JSON object and nothing else")
  .action(({ json }: { json?: true }) =>
    withServices(async (services) => {
      const url = await createSetupLink(services);
      if (url === null) {
        throw new AppError(
          "conflict",
          "The installation already has accounts. Use `docsteward user create` or `docsteward user reset-password`.",
        );
      }
      if (json) return printJson({ url });
      print(url);
    }),
  );

/** `docsteward member set-role`: gives an account a role in an organization, also one that it is no member of yet. */
export const memberSetRole = createCommand(
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
      await upsertMember(services, { email, role, org });
      if (json) return printJson({ email, role, org });
      printMessage(`${email} is ${role} of ${org}.`);
    }),
  );
