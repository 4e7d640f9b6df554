import type { Actor } from "../actor.ts";
import type { Services } from "../context.ts";
import { ownsFirstOrganization } from "../member/owns-first-organization.ts";

/** Whether somebody may let an owner go above the installation's default: at the command line, or as an owner of the first organization. */
export async function mayRaiseLimits({ db }: Pick<Services, "db">, actor: Actor): Promise<boolean> {
  if (actor.kind === "operator") return true;
  return actor.kind === "user" && (await ownsFirstOrganization({ db }, { userId: actor.userId }));
}
