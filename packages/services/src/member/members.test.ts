import { describe, expect } from "vitest";
import type { UserActor } from "../actor.ts";
import { listAuditEvents } from "../audit/list.ts";
import type { ProjectContext } from "../context.ts";
import { authenticate } from "../key/authenticate.ts";
import { createPlaygroundKey } from "../playground.ts";
import { seedKey, seedMember, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { listMembers, removeMember, setRole } from "./members.ts";
import { openOrganizationContext, openProjectContext } from "./open-context.ts";
import { Role } from "./role.ts";

const test = servicesTest()
  /** An organization of its own with a site, and a way to put people into it. */
  .extend("openTeam", { scope: "file" }, ({ services }) => async () => {
    const ctx = await seedProject(services);
    const { organizationId } = ctx.project;
    const join = async (role: Role) => {
      const user = await seedMember(services, { role, organizationId });
      const actor: UserActor = { kind: "user", userId: user.id, name: user.name, role };
      return { ...user, actor };
    };
    const roleOf = async (userId: string) => (await listMembers(ctx)).find((member) => member.userId === userId)?.role;
    return { ctx, join, roleOf, site: siteOf(ctx) };
  });

const siteOf = ({ organization, project }: ProjectContext) => ({ org: organization.slug, domain: project.domain });

describe("who may act in a site", () => {
  test.for(Role.options)(
    "the role %s permits what requires it, and nothing that requires more",
    async (role, { services, openTeam }) => {
      const { join, site } = await openTeam();
      const user = await join(role);

      for (const [rank, least] of Role.options.entries()) {
        const opening = openProjectContext(services, { ...site, user, least });
        if (rank <= Role.options.indexOf(role)) {
          expect((await opening).actor).toEqual({ kind: "user", userId: user.id, name: user.name, role });
        } else {
          await expect(opening).rejects.toMatchObject({
            code: "role_too_low",
            message: expect.stringMatching(new RegExp(`^Your role is ${role}, .* of ${site.org} `)),
          });
        }
      }
    },
  );

  test("hides another organization's site and organization as if they were not there", async ({
    services,
    openTeam,
  }) => {
    const mine = await openTeam();
    const theirs = await openTeam();
    const user = await mine.join("owner");
    const nowhere = { org: theirs.site.org, domain: "nowhere" };

    for (const site of [theirs.site, nowhere, { org: mine.site.org, domain: theirs.site.domain }]) {
      await expect(openProjectContext(services, { ...site, user, least: "viewer" })).rejects.toMatchObject({
        code: "not_found",
        message: `Documentation site ${site.org}/${site.domain} not found.`,
      });
    }
    await expect(
      openOrganizationContext(services, { org: theirs.site.org, user, least: "viewer" }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("roles", () => {
  test("an owner changes any role, and the log says who did it", async ({ openTeam }) => {
    const { ctx, join, roleOf } = await openTeam();
    const owner = await join("owner");
    const member = await join("member");

    await setRole({ ...ctx, actor: owner.actor }, { userId: member.id, role: "owner" });

    expect(await roleOf(member.id)).toBe("owner");
    const [event] = await listAuditEvents(ctx);
    expect(event).toMatchObject({
      action: "member.role_changed",
      actorKind: "user",
      actorId: owner.id,
      targetId: member.id,
      details: { from: "member", to: "owner" },
    });
  });

  test("an admin decides over everybody but owners", async ({ openTeam }) => {
    const { ctx, join, roleOf } = await openTeam();
    const { actor } = await join("admin");
    const owner = await join("owner");
    const member = await join("member");
    const refusal = { code: "role_too_low", message: expect.stringContaining("Only owners can change owners") };

    await setRole({ ...ctx, actor }, { userId: member.id, role: "viewer" });
    await expect(setRole({ ...ctx, actor }, { userId: member.id, role: "owner" })).rejects.toMatchObject(refusal);
    await expect(setRole({ ...ctx, actor }, { userId: owner.id, role: "viewer" })).rejects.toMatchObject(refusal);
    await expect(removeMember({ ...ctx, actor }, { userId: owner.id })).rejects.toMatchObject(refusal);

    expect([await roleOf(member.id), await roleOf(owner.id)]).toEqual(["viewer", "owner"]);
  });

  test("the last owner can neither be another role nor leave", async ({ openTeam }) => {
    const { ctx, join, roleOf } = await openTeam();
    const { id: userId, actor } = await join("owner");
    const refusal = { code: "conflict", message: expect.stringContaining("must keep at least one owner") };

    await expect(setRole({ ...ctx, actor }, { userId, role: "admin" })).rejects.toMatchObject(refusal);
    await expect(removeMember({ ...ctx, actor }, { userId })).rejects.toMatchObject(refusal);

    expect(await roleOf(userId)).toBe("owner");
  });

  test.for<[string, Role | null]>([
    ["lost their role", "viewer"],
    ["was removed", null],
  ])("a person who %s since their call began can change no member", async ([_, role], { openTeam }) => {
    const { ctx, join, roleOf } = await openTeam();
    const [owner, late, member] = [await join("owner"), await join("owner"), await join("member")];
    const byOwner = { ...ctx, actor: owner.actor };
    const userId = late.id;
    await (role === null ? removeMember(byOwner, { userId }) : setRole(byOwner, { userId, role }));
    const refusal = { code: "role_too_low" };

    const byLate = { ...ctx, actor: late.actor };
    await expect(removeMember(byLate, { userId: owner.id })).rejects.toMatchObject(refusal);
    await expect(setRole(byLate, { userId: member.id, role: "owner" })).rejects.toMatchObject(refusal);

    expect([await roleOf(owner.id), await roleOf(member.id)]).toEqual(["owner", "member"]);
  });

  test("of two owners who remove each other at the same time one stays", async ({ openTeam }) => {
    const { ctx, join } = await openTeam();
    const [one, two] = [await join("owner"), await join("owner"), await join("owner")];

    const results = await Promise.allSettled([
      removeMember({ ...ctx, actor: one.actor }, { userId: two.id }),
      removeMember({ ...ctx, actor: two.actor }, { userId: one.id }),
    ]);

    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await listMembers(ctx)).toHaveLength(2);
  });

  test("of two owners who leave at the same time one stays", async ({ openTeam }) => {
    const { ctx, join } = await openTeam();
    const owners = [await join("owner"), await join("owner")];

    const results = await Promise.allSettled(
      owners.map(({ id, actor }) => removeMember({ ...ctx, actor }, { userId: id })),
    );

    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await listMembers(ctx)).toHaveLength(1);
  });
});

describe("leaving", () => {
  test("a viewer may leave, and from then on finds nothing", async ({ services, openTeam }) => {
    const { ctx, join, site } = await openTeam();
    const user = await join("viewer");

    await removeMember({ ...ctx, actor: user.actor }, { userId: user.id });

    await expect(openProjectContext(services, { ...site, user, least: "viewer" })).rejects.toMatchObject({
      code: "not_found",
    });
    const [event] = await listAuditEvents(ctx);
    expect(event).toMatchObject({ action: "member.left", targetId: user.id });
  });

  test("the key of a removed member's playground ends, and the keys that they made for others stay", async ({
    services,
    openTeam,
  }) => {
    const { ctx, join } = await openTeam();
    const owner = await join("owner");
    const member = await join("member");
    const { token } = await createPlaygroundKey({ ...ctx, actor: member.actor });
    const made = await seedKey({ ...ctx, actor: member.actor }, { kind: "assistant" });
    const enter = (key: string) => authenticate(services, { token: key, kind: "assistant", scope: "read" });
    await enter(token);

    await removeMember({ ...ctx, actor: owner.actor }, { userId: member.id });

    await expect.poll(() => enter(token).catch(({ code }) => code)).toBe("revoked_key");
    expect(await enter(made.token)).toMatchObject({ id: made.id });
  });

  test("hides another organization's members", async ({ openTeam }) => {
    const mine = await openTeam();
    const theirs = await openTeam();
    const { actor } = await mine.join("owner");
    const stranger = await theirs.join("member");
    const { ctx } = mine;
    const refusal = { code: "not_found" };

    await expect(removeMember({ ...ctx, actor }, { userId: stranger.id })).rejects.toMatchObject(refusal);
    await expect(setRole({ ...ctx, actor }, { userId: stranger.id, role: "viewer" })).rejects.toMatchObject(refusal);
    expect(await listMembers(ctx)).toHaveLength(1);
    expect(await theirs.roleOf(stranger.id)).toBe("member");
  });
});
