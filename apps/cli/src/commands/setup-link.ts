import { AppError } from "@docsteward/contract/error";
import { createSetupLink } from "@docsteward/services/setup/create-link";
import { makeCommand } from "../make-command.ts";
import { print, printJson } from "../output.ts";
import { withServices } from "../with-services.ts";

/** `docsteward setup-link`: a new link to the first account, when the one that `start` printed is lost. */
export const setupLink = makeCommand(
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
