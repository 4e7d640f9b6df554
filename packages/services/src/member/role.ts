import { z } from "zod";

/** What somebody may do in an organization; each may also do what those before it may. */
export const Role = z.enum(["viewer", "member", "admin", "owner"]);
/** Role of a member in an organization. */
export type Role = z.infer<typeof Role>;

/** Whether somebody of this role may do what is for `least` and those above it. */
export function isAtLeast(role: Role, least: Role): boolean {
  return Role.options.indexOf(role) >= Role.options.indexOf(least);
}
