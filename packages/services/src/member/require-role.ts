import { AppError } from "@docsteward/contract/error";
import { isAtLeast, type Role } from "./role.ts";

/** @throws AppError `role_too_low` naming who can help */
export function requireRole({ role, least, org }: { role: Role; least: Role; org: string }): void {
  if (isAtLeast(role, least)) return;
  const helper = least === "owner" ? "an owner" : "an admin";
  throw new AppError(
    "role_too_low",
    `Your role is ${role}, and this requires ${least}. Ask ${helper} of ${org} to do it or to change your role.`,
  );
}
