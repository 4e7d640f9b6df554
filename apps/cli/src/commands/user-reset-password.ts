import { createPasswordLink } from "@docsteward/services/user/create-password-link";
import { makeCommand } from "../make-command.ts";
import { print, printJson, say } from "../output.ts";
import { withServices } from "../with-services.ts";

/** `docsteward user reset-password`: a link for somebody who is locked out. */
export const userResetPassword = makeCommand(
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
      say("Send this link to the account's owner. It works once, for a day.");
      print(url);
    }),
  );
