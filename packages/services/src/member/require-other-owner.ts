import { AppError } from "@docsteward/contract/error";
import type { Membership } from "@docsteward/db/client";

/** @throws AppError `conflict` when an organization would be left without an owner */
export function requireOtherOwner(
  members: readonly Membership[],
  { userId, org }: { userId: string; org: string },
): void {
  if (members.some((member) => member.role === "owner" && member.userId !== userId)) return;
  throw new AppError("conflict", `${org} must keep at least one owner. Make another member an owner first.`);
}
