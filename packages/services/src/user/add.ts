import { randomBytes } from "node:crypto";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { addMember } from "../member/add.ts";
import type { Role } from "../member/role.ts";
import { requireOrganization } from "../organization/require.ts";
import { createPasswordLink } from "./create-password-link.ts";
import { prepareUser } from "./prepare.ts";

/**
 * Makes an account in an organization, for whoever runs the service. Its password is nobody's until the link sets one.
 *
 * @returns the link with which its person sets the password
 * @throws AppError `invalid_request` for a name or address that cannot be, `not_found` for the organization, `conflict` when the
 *   address has an account
 */
export async function addUser(
  services: Services,
  { name, email, org, role }: { name: string; email: string; org: string; role: Role },
): Promise<{ userId: string; url: string }> {
  const organization = await requireOrganization(services, { org });
  const password = randomBytes(32).toString("base64url");
  const insert = await prepareUser(services, { name, email, password });
  const user = await withTransaction(services.db, async (tx) => {
    const made = await insert(tx);
    await addMember(tx, services, { organization, user: made, role, by: "command line" });
    return made;
  });
  return { userId: user.id, url: await createPasswordLink(services, { email: user.email }) };
}
