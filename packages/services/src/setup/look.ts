import type { Services } from "../context.ts";
import { findLink } from "../link/find.ts";
import { isSetupNeeded } from "./is-needed.ts";

/** What the set-up page has to ask for. */
export type SetupState = { isOpen: boolean; orgs: string[] };

/** Whether a set-up link works, and which organizations its person would own. A wrong link is told nothing. */
export async function lookAtSetup(services: Services, { token }: { token: string }): Promise<SetupState> {
  const { db } = services;
  const isOpen =
    (await findLink(db, services, { purpose: "setup", token })) !== null && (await isSetupNeeded(services));
  if (!isOpen) return { isOpen, orgs: [] };
  const organizations = await db.organization.findMany({ select: { slug: true }, orderBy: { slug: "asc" } });
  return { isOpen, orgs: organizations.map(({ slug }) => slug) };
}
