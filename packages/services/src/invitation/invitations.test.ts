import { parseInput } from "@docsteward/contract/input-schema";
import { fixedClock } from "@docsteward/platform/clock";
import { newId } from "@docsteward/platform/id";
import { describe, expect } from "vitest";
import type { UserActor } from "../actor.ts";
import { listAuditEvents } from "../audit/list.ts";
import {
  AcceptInvitationAsNew,
  acceptInvitation,
  CreateInvitation,
  createInvitation,
  listInvitations,
  previewInvitation,
  revokeInvitation,
} from "../invitation.ts";
import { listMembers } from "../member/members.ts";
import type { Role } from "../member/role.ts";
import { seedMember, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";

const DAY_MS = 86_400_000;
const clock = fixedClock("2026-11-21T12:00:00Z");
const test = servicesTest({ clock })
  /** An organization of its own with an owner who invites. */
  .extend("openTeam", { scope: "file" }, ({ services }) => async () => {
    const { organization } = await seedProject(services);
    const organizationId = organization.id;
    const { id, name } = await seedMember(services, { organizationId });
    const actor: UserActor = { kind: "user", userId: id, name, role: "owner" };
    const ctx = { ...services, organization, actor };
    const invite = async (input: { role?: Role; email?: string } = {}) => {
      const parsed = parseInput(CreateInvitation, { role: "member", ...input });
      const { id: invitationId, url } = await createInvitation(ctx, parsed);
      return { id: invitationId, token: url.slice(url.lastIndexOf("/") + 1) };
    };
    const roles = async () => (await listMembers(ctx)).map(({ role }) => role);
    return { ctx, organization, organizationId, actor, invite, roles };
  });

function newUser(email = `${newId("person").toLowerCase()}@example.com`) {
  return { name: "Grace", email, password: "a long sentence" };
}

test("a new person makes an account by the link and is a member with its role", async ({ services, openTeam }) => {
  const { ctx, organization, actor, invite, roles } = await openTeam();
  const { token } = await invite({ role: "admin", email: "Grace@Example.com " });

  expect(await previewInvitation(services, { token })).toEqual({
    organization: { slug: organization.slug, name: organization.name },
    role: "admin",
    email: "grace@example.com",
    invitedBy: actor.name,
  });
  const { userId, org } = await acceptInvitation(services, { token, by: { newUser: newUser("grace@example.com") } });

  expect(org).toBe(organization.slug);
  expect(await roles()).toEqual(["owner", "admin"]);
  const events = await listAuditEvents(ctx);
  expect(events.map(({ action, actorId }) => [action, actorId])).toEqual(
    expect.arrayContaining([
      ["member.invited", actor.userId],
      ["member.joined", userId],
    ]),
  );
  expect(JSON.stringify(events)).not.toContain(token);
});

test("a person with an account joins with it", async ({ services, openTeam }) => {
  const { invite, roles } = await openTeam();
  const user = await seedMember(services, { organizationId: null });
  const { token } = await invite({ role: "viewer" });

  await acceptInvitation(services, { token, by: { signedIn: user } });

  expect(await roles()).toEqual(["owner", "viewer"]);
});

describe("a link that is of no use any more", () => {
  const refusal = { code: "not_found", message: expect.stringContaining("is no longer valid") };

  test("was accepted, also by two at the same time", async ({ services, openTeam }) => {
    const { invite, roles } = await openTeam();
    const { token } = await invite();
    const accept = () => acceptInvitation(services, { token, by: { newUser: newUser() } });

    const results = await Promise.allSettled([accept(), accept(), accept()]);

    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(accept()).rejects.toMatchObject(refusal);
    expect(await previewInvitation(services, { token })).toBeNull();
    expect(await roles()).toHaveLength(2);
  });

  test("is a week old", async ({ services, openTeam }) => {
    const { ctx, invite } = await openTeam();
    const { token } = await invite();
    clock.advance(7 * DAY_MS);

    await expect(acceptInvitation(services, { token, by: { newUser: newUser() } })).rejects.toMatchObject(refusal);
    expect(await listInvitations(ctx)).toEqual([]);
  });

  test("was revoked", async ({ services, openTeam }) => {
    const { ctx, invite } = await openTeam();
    const { id, token } = await invite();

    await revokeInvitation(ctx, { id });

    await expect(acceptInvitation(services, { token, by: { newUser: newUser() } })).rejects.toMatchObject(refusal);
    await expect(revokeInvitation(ctx, { id })).rejects.toMatchObject({ code: "not_found" });
  });

  test("never was one", async ({ services }) => {
    await expect(acceptInvitation(services, { token: "x", by: { newUser: newUser() } })).rejects.toMatchObject(refusal);
  });
});

test("an invitation for an address admits no other address, and stays open", async ({ services, openTeam }) => {
  const { invite, roles } = await openTeam();
  const email = newUser().email;
  const { token } = await invite({ email });
  const stranger = await seedMember(services, { organizationId: null });
  const refusal = {
    code: "conflict",
    message: `This invitation is for ${email}. Sign in with that address to accept it.`,
  };

  await expect(acceptInvitation(services, { token, by: { signedIn: stranger } })).rejects.toMatchObject(refusal);
  await expect(acceptInvitation(services, { token, by: { newUser: newUser() } })).rejects.toMatchObject(refusal);

  expect(await roles()).toEqual(["owner"]);
  await acceptInvitation(services, { token, by: { newUser: newUser(email) } });
  expect(await roles()).toEqual(["owner", "member"]);
});

test("a person with an account is asked to sign in, and a member learns that they are one", async ({
  services,
  openTeam,
}) => {
  const { ctx, organizationId, organization, invite } = await openTeam();
  const member = await seedMember(services, { role: "viewer", organizationId });
  const { token } = await invite({ role: "admin" });

  await expect(acceptInvitation(services, { token, by: { newUser: newUser(member.email) } })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("already has an account. Sign in"),
  });
  await expect(acceptInvitation(services, { token, by: { signedIn: member } })).rejects.toMatchObject({
    code: "conflict",
    message: `You are already a member of ${organization.slug}.`,
  });
  await expect(createInvitation(ctx, { role: "admin", email: member.email })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("is already a member of"),
  });
});

test("a person who accepts several invitations at the same time becomes a member once, and the others are conflicts", async ({
  services,
  openTeam,
}) => {
  const { organization, invite, roles } = await openTeam();
  const user = await seedMember(services, { organizationId: null });
  const tokens = await Promise.all(Array.from({ length: 8 }, async () => (await invite({ role: "viewer" })).token));

  const results = await Promise.allSettled(
    tokens.map((token) => acceptInvitation(services, { token, by: { signedIn: user } })),
  );

  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused).toHaveLength(7);
  for (const error of refused) {
    expect(error).toMatchObject({ code: "conflict", message: `You are already a member of ${organization.slug}.` });
  }
  expect(await roles()).toEqual(["owner", "viewer"]);
});

test("of an acceptance and a revocation at the same time one counts", async ({ services, openTeam }) => {
  for (let round = 0; round < 10; round += 1) {
    const { ctx, invite, roles } = await openTeam();
    const { id, token } = await invite();
    const user = await seedMember(services, { organizationId: null });

    const [accepted, revoked] = await Promise.allSettled([
      acceptInvitation(services, { token, by: { signedIn: user } }),
      revokeInvitation(ctx, { id }),
    ]);

    expect([accepted.status, revoked.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await roles()).toHaveLength(accepted.status === "fulfilled" ? 2 : 1);
  }
});

test("an admin can neither invite an owner nor revoke such an invitation", async ({ openTeam }) => {
  const { ctx, invite } = await openTeam();
  const { id } = await invite({ role: "owner" });
  const admin: UserActor = { kind: "user", userId: "usr_admin", name: "Lin", role: "admin" };
  const byAdmin = { ...ctx, actor: admin };
  const refusal = { code: "role_too_low" };

  await expect(createInvitation(byAdmin, { role: "owner" })).rejects.toMatchObject(refusal);
  await expect(revokeInvitation(byAdmin, { id })).rejects.toMatchObject(refusal);
});

test("hides another organization's invitations", async ({ openTeam }) => {
  const mine = await openTeam();
  const theirs = await openTeam();
  const { id } = await theirs.invite();

  expect(await listInvitations(mine.ctx)).toEqual([]);
  await expect(revokeInvitation(mine.ctx, { id })).rejects.toMatchObject({ code: "not_found" });
  expect(await listInvitations(theirs.ctx)).toMatchObject([{ id, createdBy: theirs.actor.name }]);
});

test.each([
  [{ name: " " }, "The name must have"],
  [{ email: "nobody" }, "The email address is invalid"],
  [{ password: "short" }, "The password must have 10 to 128 characters"],
])("an account with %j cannot be", (wrong, sentence) => {
  const parse = () => parseInput(AcceptInvitationAsNew, { token: "x", user: { ...newUser(), ...wrong } });

  expect(parse).toThrow(
    expect.objectContaining({ code: "invalid_request", message: expect.stringContaining(sentence) }),
  );
});
