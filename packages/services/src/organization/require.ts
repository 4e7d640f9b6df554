import { AppError } from "@docsteward/contract/error";
import type { Organization } from "@docsteward/db/client";
import type { Services } from "../context.ts";

/** @throws AppError `not_found` when no organization has this short name */
export async function requireOrganization({ db }: Services, { org }: { org: string }): Promise<Organization> {
  const organization = await db.organization.findUnique({ where: { slug: org } });
  if (!organization) throw new AppError("not_found", `Organization ${org} not found.`);
  return organization;
}
