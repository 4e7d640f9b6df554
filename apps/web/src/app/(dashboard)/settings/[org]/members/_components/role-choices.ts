import type { SelectChoice } from "@docsteward/ui/select";
import type { Role } from "#server/trpc/init.ts";

const HINTS: Record<Role, string> = {
  viewer: "Can view everything",
  member: "Can use the agent and the assistant",
  admin: "Can manage keys, settings and members",
  owner: "Can manage everything, including owners",
};
const NAMES: Record<Role, string> = { viewer: "Viewer", member: "Member", admin: "Admin", owner: "Owner" };

/** The roles that a member with the role `mine` may give. */
export function roleChoices(mine: Role): SelectChoice<Role>[] {
  const roles: Role[] = ["viewer", "member", "admin", "owner"];
  return roles.map((role) => ({
    value: role,
    label: NAMES[role],
    hint: HINTS[role],
    isDisabled: role === "owner" && mine !== "owner",
  }));
}
