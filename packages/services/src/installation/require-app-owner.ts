import { AppError } from "@docsteward/contract/error";
import type { Organization } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { ownsFirstOrganization } from "../member/owns-first-organization.ts";
import { findFirstOrganization } from "../organization/find-first.ts";

/** Who acts on the App: somebody at the machine, or a person who has signed in. */
export type AppActor = { kind: "operator" } | { kind: "user"; userId: string };

/**
 * Makes sure that somebody may decide over the GitHub App, which serves the whole installation: an owner of its first
 * organization.
 *
 * @returns that organization; null while there is none
 * @throws AppError `role_too_low`
 */
export async function requireAppOwner({ db }: Pick<Services, "db">, actor: AppActor): Promise<Organization | null> {
  const first = await findFirstOrganization(db);
  if (actor.kind === "operator") return first;
  if (await ownsFirstOrganization({ db }, { userId: actor.userId })) return first;
  throw new AppError(
    "role_too_low",
    `The GitHub App serves all organizations here, so only owners of ${first?.name ?? "the first one"} can change it. Ask one of them.`,
  );
}
