import { Role } from "@docsteward/services/member/role";
import { addUser } from "@docsteward/services/user/add";
import { Option } from "commander";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { withServices } from "../with-services.ts";

type Options = { name: string; org: string; role: Role; json?: true };

/** `docsteward user create`: an account for a person, and a link with which they set its password. */
export const userCreate = makeCommand(
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
      const { userId, url } = await addUser(services, { email, ...options });
      if (json) return printJson({ userId, url });
      say("Send this link to the account's owner. It works once, for a day.");
      print(url);
    }),
  );
