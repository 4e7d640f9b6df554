import { AppError } from "@docsteward/contract/error";
import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import type { Services } from "./context.ts";
import { addMember } from "./member/membership.ts";
import { requireOrganizationSlug } from "./project/fields.ts";
import { createLink, findLink, redeemLink } from "./sign-in/link.ts";
import { type NewUser, prepareUser } from "./user/users.ts";

type CompleteSetupInput = {
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
  if (!(await previewSetup(services, { token })).isOpen) throw new AppError("not_found", SETUP_LINK_ENDED);
  const insertUser = await prepareUser(services, entered);
  return withTransaction(services.db, async (tx) => {
    const link = await redeemLink(tx, services, { purpose: "setup", token });
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
const SETUP_LINK_ENDED =
  "This setup link is no longer valid. Run `docsteward setup-link` on the server to get a new one.";

const LIFETIME_MS = 7 * 86_400_000;

/** Makes the link to the first account, for whoever runs the service. @returns null when there is an account already */
export async function createSetupLink(
  services: Pick<Services, "db" | "keySecret" | "clock" | "baseUrl">,
): Promise<string | null> {
  const { db, baseUrl } = services;
  if (!(await isSetupNeeded({ db }))) return null;
  const token = await createLink(db, services, { purpose: "setup", lifetimeMs: LIFETIME_MS });
  return `${baseUrl}/setup?token=${token}`;
}

/** Whether nobody has an account yet. */
export async function isSetupNeeded({ db }: { db: Transaction }): Promise<boolean> {
  return (await db.user.findFirst({ select: { id: true } })) === null;
}

/** What the set-up page has to ask for. */
type SetupState = { isOpen: boolean; orgs: string[] };

/** Whether a set-up link works, and which organizations its person would own. A wrong link is told nothing. */
export async function previewSetup(services: Services, { token }: { token: string }): Promise<SetupState> {
  const { db } = services;
  const isOpen =
    (await findLink(db, services, { purpose: "setup", token })) !== null && (await isSetupNeeded(services));
  if (!isOpen) return { isOpen, orgs: [] };
  const organizations = await db.organization.findMany({ select: { slug: true }, orderBy: { slug: "asc" } });
  return { isOpen, orgs: organizations.map(({ slug }) => slug) };
}
