import { listUsers } from "@docsteward/services/user/list";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { toTable } from "../to-table.ts";
import { withServices } from "../with-services.ts";

/** `docsteward user list`: every account of the installation. */
export const userList = makeCommand("list", "List the accounts and their roles", "docsteward user list")
  .option("--json", "print a JSON array")
  .action(({ json }: { json?: true }) =>
    withServices(async (services) => {
      const users = await listUsers(services);
      if (json) return printJson(users);
      if (users.length === 0) return say("No accounts yet. Create the first one with `docsteward setup-link`.");
      const rows = users.map(({ email, name, memberships }) => [
        email,
        name,
        memberships.map(({ org, role }) => `${org} (${role})`).join(", "),
      ]);
      print(toTable([["EMAIL", "NAME", "ORGANIZATIONS"], ...rows]));
    }),
  );
