import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import type { Services } from "../context.ts";
import { takeLink } from "../link/take.ts";
import { addMember } from "../member/add.ts";
import { requireOrganizationSlug } from "../project/site-name.ts";
import type { NewUser } from "../user/new-user.ts";
import { prepareUser } from "../user/prepare.ts";
import { isSetupNeeded } from "./is-needed.ts";
import { lookAtSetup } from "./look.ts";

export type CompleteSetupInput = {
  token: string;
  user: NewUser;
  /** The organization to make; not needed when the command line has made some already. */
  org?: string;
};

/**
 * Makes the first account. It owns the new organization and every one that was there before: its token was printed to whoever runs
 * the service.
 *
 * @returns the person and the slugs of their organizations
 * @throws AppError `not_found` when the link was used, is too old, or there is an account already; `invalid_request` for what was
 *   entered
 */
export async function completeSetup(
  services: Services,
  { token, user: entered, org }: CompleteSetupInput,
): Promise<{ userId: string; orgs: string[] }> {
  const slug = org === undefined ? null : requireOrganizationSlug(org);
  // Anybody may ask: a password is hashed for none but whoever has the link.
  if (!(await lookAtSetup(services, { token })).isOpen) throw new AppError("not_found", SETUP_LINK_ENDED);
  const insertUser = await prepareUser(services, entered);
  return withTransaction(services.db, async (tx) => {
    const link = await takeLink(tx, services, { purpose: "setup", token });
    if (!link || !(await isSetupNeeded({ db: tx }))) throw new AppError("not_found", SETUP_LINK_ENDED);
    const organizations = await tx.organization.findMany();
    if (slug !== null && organizations.every((known) => known.slug !== slug)) {
      organizations.push(await tx.organization.create({ data: { id: newId("org"), slug, name: slug } }));
    }
    if (organizations.length === 0) {
      throw new AppError("invalid_request", "The organization's name is missing. Enter one.");
    }
    const { id, name } = await insertUser(tx);
    for (const organization of organizations) {
      await addMember(tx, services, { organization, user: { id, name }, role: "owner", by: "set-up" });
    }
    return { userId: id, orgs: organizations.map((organization) => organization.slug) };
  });
}

/** What a link says that is of no use any more. */
export const SETUP_LINK_ENDED =
  "This setup link is no longer valid. Run `docsteward setup-link` on the server to get a new one.";
