import { z } from "zod";

/** The role of an organization's member; each role includes the permissions of those before it. */
export const Role = z.enum(["viewer", "member", "admin", "owner"]);
/** Role of a member in an organization. */
export type Role = z.infer<typeof Role>;

/** Whether a role includes the permissions of `least`. */
export function isAtLeast(role: Role, least: Role): boolean {
  return Role.options.indexOf(role) >= Role.options.indexOf(least);
}
