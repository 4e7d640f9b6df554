import { AppError } from "@docsteward/contract/error";
import { LinkToken } from "@docsteward/contract/input-schema";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import { inTransaction, type SystemContext } from "./context.ts";
import { addMember } from "./member/members.ts";
import { OrganizationSlug } from "./project/fields.ts";
import { createLink, findLink, redeemLink } from "./sign-in/link.ts";
import { NewUser } from "./user/new-user.ts";
import { insertUser, prepareUser } from "./user/users.ts";

/** Input of `completeSetup`, from the set-up page: the link's token and the first account. */
export type CompleteSetup = z.infer<typeof CompleteSetup>;
/** Input of `completeSetup`: the first person and their organization. */
export const CompleteSetup = z.object({
  token: LinkToken,
  user: NewUser,
  /** The organization to make; not needed when the command line has made some already. */
  org: OrganizationSlug.optional(),
});

/**
 * Creates the first account. It owns the new organization and all existing ones: only the operator has its token, which was printed
 * at start.
 *
 * @returns the person and the slugs of their organizations
 * @throws AppError `not_found` when the link was used, is too old, or there is an account already; `invalid_request` without
 *   any organization
 */
export async function completeSetup(
  ctx: SystemContext,
  { token, user: entered, org: slug }: CompleteSetup,
): Promise<{ userId: string; orgs: string[] }> {
  // Anybody may call this: a password is hashed only for callers with the link.
  if (!(await previewSetup(ctx, { token })).isOpen) throw new AppError("not_found", SETUP_LINK_ENDED);
  const account = await prepareUser(ctx, entered);
  return inTransaction(ctx, async (within) => {
    const { db } = within;
    const link = await redeemLink(within, { purpose: "setup", token });
    if (!link || !(await isSetupNeeded(within))) throw new AppError("not_found", SETUP_LINK_ENDED);
    const organizations = await db.organization.findMany();
    if (slug !== undefined && organizations.every((known) => known.slug !== slug)) {
      organizations.push(await db.organization.create({ data: { id: newId("org"), slug, name: slug } }));
    }
    if (organizations.length === 0) {
      throw new AppError("invalid_request", "The organization's name is missing. Enter one.");
    }
    const { id, name } = await insertUser(within, account);
    const actor = { kind: "user", userId: id, name } as const;
    for (const organization of organizations) {
      await addMember({ ...within, organization, actor }, { user: { id, name }, role: "owner", by: "set-up" });
    }
    return { userId: id, orgs: organizations.map((organization) => organization.slug) };
  });
}

/** What a link says that is of no use any more. */
const SETUP_LINK_ENDED =
  "This setup link is no longer valid. Run `docsteward setup-link` on the server to get a new one.";

const LIFETIME_MS = 7 * 86_400_000;

/** Makes the link to the first account, for the operator. @returns null when there is an account already */
export async function createSetupLink(
  ctx: Pick<SystemContext, "db" | "keySecret" | "clock" | "baseUrl">,
): Promise<string | null> {
  if (!(await isSetupNeeded(ctx))) return null;
  const token = await createLink(ctx, { purpose: "setup", lifetimeMs: LIFETIME_MS });
  return `${ctx.baseUrl}/setup?token=${token}`;
}

/** Whether no account exists yet. */
export async function isSetupNeeded({ db }: Pick<SystemContext, "db">): Promise<boolean> {
  return (await db.user.findFirst({ select: { id: true } })) === null;
}

/** What the set-up page has to ask for. */
type SetupState = { isOpen: boolean; orgs: string[] };

/** Input of `previewSetup`: the token of the set-up link. */
export type PreviewSetup = z.infer<typeof PreviewSetup>;
/** Input of `previewSetup`: the token of the set-up link. */
export const PreviewSetup = z.object({ token: LinkToken });

/** Whether a set-up link works, and which organizations its person would own. A wrong link reveals nothing. */
export async function previewSetup(ctx: SystemContext, { token }: PreviewSetup): Promise<SetupState> {
  const isOpen = (await findLink(ctx, { purpose: "setup", token })) !== null && (await isSetupNeeded(ctx));
  if (!isOpen) return { isOpen, orgs: [] };
  const organizations = await ctx.db.organization.findMany({ select: { slug: true }, orderBy: { slug: "asc" } });
  return { isOpen, orgs: organizations.map(({ slug }) => slug) };
}
