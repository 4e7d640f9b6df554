import type { Transaction } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";
import { hostKindOf } from "../git-host/host-kind.ts";

/**
 * Who is to be asked for a review of what a job does: the person who asks for it, by their login at GitHub.
 *
 * @returns null where that is not known: for a key, at the machine, and for somebody who has never signed in through GitHub
 */
export async function findReviewer(
  { actor, project }: Pick<ServiceContext, "actor" | "project">,
  tx: Transaction,
): Promise<string | null> {
  if (hostKindOf(project.repository) !== "github") return null;
  if (actor.kind === "github") return actor.login;
  if (actor.kind !== "user") return null;
  const { userId } = actor;
  const account = await tx.userAccount.findFirst({ where: { userId, providerId: "github" } });
  if (account === null) return null;
  const person = await tx.gitHubPerson.findUnique({ where: { id: account.accountId } });
  return person?.login ?? null;
}
