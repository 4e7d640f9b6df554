import { expect } from "vitest";
import type { UserActor } from "../actor.ts";
import { createKey } from "../key/create.ts";
import { revokeKey } from "../key/key.ts";
import { setRole } from "../member/members.ts";
import { readRows, seedMember, seedProject } from "../testing.ts";
import { projectTest } from "../testing-fixtures.ts";
import { exportAuditEvents, listAuditViews } from "./list.ts";

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

test("is searched by action, person, target and detail, narrowed to days, and exported whole", async ({ services }) => {
  const [ctx, theirs] = [await seedProject(services), await seedProject(services)];
  const grace = await seedMember(services, { organizationId: ctx.project.organizationId });
  await services.db.user.update({ where: { id: grace.id }, data: { name: "Grace 100%" } });
  const at = (time: string) => new Date(`2026-03-${time}Z`);
  const event = { organizationId: ctx.project.organizationId, actorKind: "operator", targetId: "prj_1" };
  await services.db.auditEvent.createMany({
    data: [
      { ...event, id: "aud_s1", action: "key.revoked", targetId: "key_walrus", createdAt: at("01T00:00:00") },
      {
        ...event,
        id: "aud_s2",
        action: "member.role_changed",
        details: { name: "Otter" },
        createdAt: at("02T23:59:59"),
      },
      {
        ...event,
        id: "aud_s3",
        action: "job.cancelled",
        actorKind: "user",
        actorId: grace.id,
        createdAt: at("03T00:00:00"),
      },
      {
        ...event,
        id: "aud_s4",
        organizationId: theirs.project.organizationId,
        action: "key.revoked",
        createdAt: at("02T00:00:00"),
      },
    ],
  });
  const idsOf = async (input: Parameters<typeof listAuditViews>[1]) =>
    (await listAuditViews(ctx, input)).events.map(({ id }) => id).filter((id) => id.startsWith("aud_s"));

  expect(await idsOf({ search: "role changed" })).toEqual(["aud_s2"]);
  expect(await idsOf({ search: "otter" })).toEqual(["aud_s2"]);
  expect(await idsOf({ search: "WALRUS" })).toEqual(["aud_s1"]);
  expect(await idsOf({ search: "100%" })).toEqual(["aud_s3"]);
  expect(await idsOf({ search: "_%" })).toEqual([]);
  expect(await idsOf({ subject: "jobs" })).toEqual(["aud_s3"]);
  expect(await idsOf({ from: "2026-03-01", to: "2026-03-02" })).toEqual(["aud_s2", "aud_s1"]);

  const rows = await readRows(exportAuditEvents(ctx, { from: "2026-03-01", to: "2026-03-03" }));
  expect(rows.map((row) => [row[0], row[4], row[5]])).toEqual([
    ["event", "actor", "action"],
    ["aud_s3", "Grace 100%", "job.cancelled"],
    ["aud_s2", "Command line", "member.role_changed"],
    ["aud_s1", "Command line", "key.revoked"],
  ]);
});

test("an export has every entry over its pages", async ({ services }) => {
  const busy = await seedProject(services);
  const { organizationId } = busy.project;
  await services.db.auditEvent.createMany({
    data: Array.from({ length: 1_100 }, (_, index) => ({
      id: `aud_export_${String(index).padStart(4, "0")}`,
      ...{ organizationId, actorKind: "operator", action: "project.updated", targetId: "prj_1" },
      createdAt: new Date(1_800_000_000_000 + Math.floor(index / 3)),
    })),
  });

  const ids = (await readRows(exportAuditEvents(busy, {}))).slice(1).map(([id]) => String(id));

  expect(new Set(ids).size).toBe(1_100);
  expect(ids).toEqual(ids.toSorted().toReversed());
});
