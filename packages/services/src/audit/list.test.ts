import { expect } from "vitest";
import type { UserActor } from "../actor.ts";
import { createKey } from "../key/create.ts";
import { revokeKey } from "../key/key.ts";
import { setRole } from "../member/members.ts";
import { seedMember, seedProject } from "../testing.ts";
import { projectTest } from "../testing-fixtures.ts";
import { listAuditViews } from "./list.ts";

const test = projectTest().extend("actor", { scope: "file" }, async ({ services, ctx }): Promise<UserActor> => {
  const { id, name } = await seedMember(services, { organizationId: ctx.project.organizationId });
  return { kind: "user", userId: id, name, role: "owner" };
});

test("tells who did what, by subject, newest first, and hides another organization's", async ({
  services,
  ctx,
  actor,
}) => {
  const { organizationId } = ctx.project;
  const member = await seedMember(services, { role: "member", organizationId });
  const { key } = await createKey(ctx, { kind: "admin", name: "ci" });
  await revokeKey({ ...ctx, actor }, { id: key.id });
  await setRole({ ...ctx, actor }, { userId: member.id, role: "viewer" });
  const other = await seedProject(services);
  const formatted = async (input: Parameters<typeof listAuditViews>[1], within = ctx) =>
    (await listAuditViews(within, input)).events.map(({ by, action }) => `${by}: ${action}`);

  expect(await formatted({})).toEqual(["Ada: member.role_changed", "Ada: key.revoked", "Command line: key.created"]);
  expect(await formatted({ subject: "keys" })).toEqual(["Ada: key.revoked", "Command line: key.created"]);
  expect(await formatted({ subject: "members" })).toEqual(["Ada: member.role_changed"]);
  expect(await formatted({ subject: "settings" })).toEqual([]);
  expect(await formatted({}, other)).toEqual([]);
});

test("goes on page by page to the first entry", async ({ services }) => {
  const busy = await seedProject(services);
  const { organizationId } = busy.project;
  await services.db.auditEvent.createMany({
    data: Array.from({ length: 120 }, (_, index) => ({
      id: `aud_page_${String(index).padStart(3, "0")}`,
      organizationId,
      actorKind: "operator",
      action: "project.updated",
      targetId: "prj_1",
      createdAt: new Date(1_800_000_000_000 + Math.floor(index / 3)),
    })),
  });
  const seen: string[] = [];
  let beforeId: string | undefined;
  do {
    const { events, nextId } = await listAuditViews(busy, { beforeId });
    seen.push(...events.map(({ id }) => id));
    beforeId = nextId ?? undefined;
  } while (beforeId !== undefined);

  expect(seen).toHaveLength(120);
  expect(seen).toEqual(seen.toSorted().toReversed());
});
