import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { addMember } from "../member/add.ts";
import type { NewUser } from "../user/new-user.ts";
import { prepareUser } from "../user/prepare.ts";
import { findOpenInvitation } from "./find-open.ts";
import { isOpen } from "./is-open.ts";

type Person = { id: string; name: string; email: string };

export type AcceptInvitationInput = {
  token: string;
  /** Who accepts: somebody who is signed in, or somebody new with the account they want. */
  by: { signedIn: Person } | { newUser: NewUser };
};

/**
 * Lets a person into the organization of an invitation, with an account of its own when they have none. An invitation is accepted once.
 *
 * @returns who came in and the organization's short name
 * @throws AppError `not_found` for a link that is of no use any more, `conflict` for an address that it is not for, that has an account
 *   already, or whose person is a member; `invalid_request` for a new account that cannot be
 */
export async function acceptInvitation(
  services: Services,
  { token, by }: AcceptInvitationInput,
): Promise<{ userId: string; org: string }> {
  // Anybody may ask: a password is hashed for none but whoever has the link.
  if (!(await findOpenInvitation(services.db, services, { token }))) throw ended();
  const enter = "signedIn" in by ? async () => by.signedIn : await prepareUser(services, by.newUser);
  return withTransaction(services.db, async (tx) => {
    const invitation = await findOpenInvitation(tx, services, { token });
    if (!invitation) throw ended();
    const { organization, role, email, organizationId } = invitation;
    const user = await enter(tx);
    if (email !== null && user.email !== email) {
      throw new AppError("conflict", `This invitation is for ${email}. Sign in with that address to accept it.`);
    }
    if ((await tx.membership.count({ where: { organizationId, userId: user.id } })) > 0) {
      throw new AppError("conflict", `You are already a member of ${organization.slug}.`);
    }
    const at = services.clock.now();
    const { count } = await tx.invitation.updateMany({
      where: { id: invitation.id, ...isOpen(at) },
      data: { acceptedAt: at, acceptedById: user.id },
    });
    // Somebody else was quicker.
    if (count === 0) throw ended();
    await addMember(tx, services, { organization, user, role, by: "invitation" });
    return { userId: user.id, org: organization.slug };
  });
}

function ended(): AppError {
  return new AppError(
    "not_found",
    "This invitation is no longer valid: it was accepted or revoked, or is older than a week. Ask for a new one.",
  );
}
