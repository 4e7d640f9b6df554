import { newId } from "@docsteward/platform/id";
import type { Services } from "./context.ts";
import type { Role } from "./member/role.ts";
import { startSession } from "./sign-in/start-session.ts";

export type SeedMemberOptions = {
  role?: Role;
  /** Where they are a member; every organization there is unless told, `null` for none. */
  organizationId?: string | null;
};

/** Makes a person with a role, and without a password. */
export async function seedMember(
  { db }: Services,
  { role = "owner", organizationId }: SeedMemberOptions = {},
): Promise<{ id: string; name: string; email: string }> {
  const id = newId("usr");
  const user = { id, name: "Ada", email: `${id.toLowerCase()}@docsteward.test` };
  await db.user.create({ data: user });
  const where = organizationId === undefined ? {} : { id: organizationId ?? "" };
  const organizations = await db.organization.findMany({ where, select: { id: true } });
  await db.membership.createMany({
    data: organizations.map((organization) => ({ organizationId: organization.id, userId: id, role })),
  });
  return user;
}

/** Signs a person in. @returns the Cookie header that their browser sends */
export async function seedSession(services: Services, { userId }: { userId: string }): Promise<string> {
  const cookies = await startSession(services, { userId, headers: new Headers() });
  return cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}
