import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { requireOrganization } from "../organization/require.ts";
import { addMember } from "./add.ts";
import type { Role } from "./role.ts";
import { setRole } from "./set-role.ts";

/**
 * Gives an account a role in an organization, for whoever runs the service: also an organization that nobody is a member of.
 *
 * @throws AppError `not_found` for an address or organization that is not there, `conflict` for the last owner
 */
export async function putMember(
  services: Services,
  { email, org, role }: { email: string; org: string; role: Role },
): Promise<void> {
  const { db } = services;
  const organization = await requireOrganization(services, { org });
  const user = await db.user.findUnique({ where: { email: email.trim().toLowerCase() } });
  if (!user) throw new AppError("not_found", `No account has the email address ${email}.`);
  const organizationId = organization.id;
  const isMember = (await db.membership.count({ where: { organizationId, userId: user.id } })) > 0;
  if (isMember) return setRole(services, { organization, userId: user.id, role, actor: { kind: "operator" } });
  await withTransaction(db, (tx) => addMember(tx, services, { organization, user, role, by: "command line" }));
}
