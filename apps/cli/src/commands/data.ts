import { parseInput } from "@docsteward/contract/input-schema";
import { EraseReader, EraseUser, eraseReader, eraseUser } from "@docsteward/services/erase";
import {
  DeleteOrganization,
  deleteOrganization,
  ExportOrganization,
  exportOrganization,
} from "@docsteward/services/organization-data";
import { createCommand } from "../command.ts";
import { UsageError } from "../options.ts";
import { printMessage } from "../output.ts";
import { withProject, withServices } from "../with-services.ts";

/** Deleting is for good: the name of what goes is typed twice. */
function requireConfirmation(name: string, confirmed: string | undefined): void {
  if (confirmed !== name) throw new UsageError(`Nothing was deleted. Add --confirm ${name} to delete it permanently.`);
}

type Confirmed = { confirm?: string };

/** `docsteward organization delete`: an organization and everything that is known of it. */
export const organizationDelete = createCommand(
  "delete",
  "Permanently delete an organization with all its projects",
  "docsteward organization delete acme --confirm acme",
)
  .argument("<slug>", "short name of the organization")
  .option("--confirm <slug>", "the same name again")
  .action(async (org: string, { confirm }: Confirmed) => {
    requireConfirmation(org, confirm);
    await withServices(async (services) => {
      const { projects } = await deleteOrganization(
        services,
        parseInput(DeleteOrganization, { org, typed: confirm ?? "" }),
      );
      printMessage(`Deleted ${org} with ${projects} projects. The accounts of its people stay.`);
    });
  });

/** `docsteward organization export`: what is known of an organization, for its owners. */
export const organizationExport = createCommand(
  "export",
  "Write an organization's data as JSON lines into a tar archive",
  "docsteward organization export acme acme.tar.gz",
)
  .argument("<slug>", "short name of the organization")
  .argument("<file>", "archive to create (.tar.gz)")
  .action((org: string, file: string) =>
    withServices(async (services) => {
      const input = parseInput(ExportOrganization, { org, file });
      const counts = await exportOrganization(services, { ...input, url: services.database.url });
      const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
      printMessage(`Exported ${rows} rows of ${org}. The file holds prompts and conversations: keep it safe.`);
    }),
  );

/** `docsteward user delete`: a person. */
export const userDelete = createCommand(
  "delete",
  "Delete an account, and the person's name and address everywhere",
  "docsteward user delete ada@example.com --confirm ada@example.com",
)
  .argument("<email>", "the account's email address")
  .option("--confirm <email>", "the same address again")
  .action(async (email: string, { confirm }: Confirmed) => {
    requireConfirmation(email, confirm);
    await withServices(async (services) => {
      await eraseUser(services, parseInput(EraseUser, { email }));
      printMessage(`Deleted ${email}.`);
    });
  });

/** `docsteward thread erase`: what one reader has asked. */
export const threadErase = createCommand(
  "erase",
  "Delete everything that a reader asked",
  "docsteward thread erase user-4711 --domain acme-docs",
)
  .argument("<reader>", "the reader, as `fp` of the API names them")
  .option("--domain <domain>", "project domain (required if there are several)")
  .action((fp: string, { domain }: { domain?: string }) =>
    withProject({ domain }, async (ctx) => {
      const { threads } = await eraseReader(ctx, parseInput(EraseReader, { fp }));
      printMessage(`Deleted ${threads} conversations of ${fp}.`);
    }),
  );
