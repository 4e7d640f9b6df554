import { fixedClock } from "@docsteward/platform/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listAuditEvents } from "../audit/list.ts";
import type { ProjectContext } from "../context.ts";
import { setLimit } from "../limit/quotas.ts";
import { createTestServices, seedKey, seedProject, type TestServices } from "../testing.ts";
import { authenticate } from "./authenticate.ts";
import { createKey } from "./create.ts";
import { listKeys } from "./list.ts";
import { revokeKey } from "./revoke.ts";
import { rotateKey } from "./rotate.ts";
import { updateKey } from "./settings.ts";

const clock = fixedClock("2026-05-01T10:00:00Z");
let services: TestServices;
let ctx: ProjectContext;
let organizationId: string;
beforeAll(async () => {
  services = await createTestServices({ clock });
});
afterAll(() => services.close());
beforeEach(async () => {
  ctx = await seedProject(services);
  ({ organizationId } = ctx.project);
});

const enter = (token: string) => authenticate(services, { token, kind: "admin", scope: "read" });
const admin = (name = "CI") => ({ organizationId, kind: "admin", name }) as const;

describe("rotation", () => {
  test("makes a key with the same settings, and the old one works on for a day", async () => {
    const old = await seedKey(ctx, { scopes: ["read"], name: "CI", expiresInDays: 30 });

    const { token, key, replaced } = await rotateKey(services, { organizationId, id: old.id });

    expect(key).toMatchObject({ name: "CI", scopes: ["read"], expiresAt: new Date("2026-05-31T10:00:00Z") });
    expect(replaced).toMatchObject({ replacedById: key.id, expiresAt: new Date("2026-05-02T10:00:00Z") });
    await enter(token);
    await enter(old.token);
  });

  test("without a grace ends the old key at once", async () => {
    const old = await seedKey(ctx);
    await enter(old.token);

    await rotateKey(services, { organizationId, id: old.id, graceHours: 0 });

    await expect(enter(old.token)).rejects.toMatchObject({ code: "expired_key" });
  });

  test("never lets the old key live longer than it would have", async () => {
    const { id } = await seedKey(ctx, { expiresInDays: 7 });

    const { replaced } = await rotateKey(services, { organizationId, id, graceHours: 720 });

    expect(replaced.expiresAt).toEqual(new Date("2026-05-08T10:00:00Z"));
  });

  test("keeps the limits of the key's own", async () => {
    const { id } = await seedKey(ctx);
    await setLimit(ctx, { keyId: id, name: "agent-hour", quota: 7 });

    const { token } = await rotateKey(services, { organizationId, id });

    expect((await enter(token)).quotas).toEqual({ "agent-hour": 7 });
  });

  test("is possible once, of two at a time too, and not of a key that has ended", async () => {
    const { id } = await seedKey(ctx);
    const revoked = await seedKey(ctx);
    await revokeKey(services, { organizationId, id: revoked.id });

    const both = await Promise.allSettled([1, 2].map(() => rotateKey(services, { organizationId, id })));

    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(rotateKey(services, { organizationId, id })).rejects.toMatchObject({ code: "conflict" });
    await expect(rotateKey(services, { organizationId, id: revoked.id })).rejects.toMatchObject({ code: "conflict" });
  });

  test.each([-1, 1.5, 721])("with a grace of %j hours is refused", async (graceHours) => {
    const { id } = await seedKey(ctx);

    await expect(rotateKey(services, { organizationId, id, graceHours })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

describe("a change", () => {
  test("counts for the next call, and leaves what is not named", async () => {
    const { token, id } = await seedKey(ctx, { name: "CI" });
    await enter(token);

    const key = await updateKey(services, { organizationId, id, allowedIps: ["10.0.0.0/8"] });

    expect(key).toMatchObject({ name: "CI", scopes: ["read", "write"], allowedIps: ["10.0.0.0/8"] });
    await expect(enter(token)).rejects.toMatchObject({ code: "ip_not_allowed" });
  });

  test("is refused when it cannot be, and of a key that has ended", async () => {
    const { id } = await seedKey(ctx);

    await expect(updateKey(services, { organizationId, id, name: " " })).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(updateKey(services, { organizationId, id, scopes: [] })).rejects.toMatchObject({
      code: "invalid_request",
    });
    await revokeKey(services, { organizationId, id });
    await expect(updateKey(services, { organizationId, id, name: "x" })).rejects.toMatchObject({ code: "conflict" });
  });
});

test("another organization's key cannot be changed, rotated or given a limit", async () => {
  const { id } = await seedKey(await seedProject(services));
  const hidden = expect.objectContaining({ code: "not_found" });

  await expect(updateKey(services, { organizationId, id, name: "mine" })).rejects.toEqual(hidden);
  await expect(rotateKey(services, { organizationId, id })).rejects.toEqual(hidden);
  await expect(setLimit(ctx, { keyId: id, name: "key-month", quota: 1 })).rejects.toEqual(hidden);
});

describe("how many are made", () => {
  test("is ten an organization and hour besides the two of each new project, of many at once too", async () => {
    const limited = { ...services, limits: { ...services.limits, keysPerHour: 10 } };
    await services.db.project.update({ where: { id: ctx.project.id }, data: { createdAt: clock.now() } });

    const made = await Promise.allSettled(Array.from({ length: 15 }, () => createKey(limited, admin())));

    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(12);
    const refusal = made.find((result) => result.status === "rejected");
    expect(refusal?.reason).toMatchObject({ code: "rate_limited", options: { retryAfterSeconds: 3_600 } });
    expect(await listKeys(services, { organizationId })).toHaveLength(12);
  });

  test("starts anew with the next hour, and is each organization's own", async () => {
    const hour = fixedClock("2026-05-01T10:00:00Z");
    const limited = { ...services, clock: hour, limits: { ...services.limits, keysPerHour: 1 } };
    const old = { data: { createdAt: new Date("2026-01-01T00:00:00Z") } };
    await services.db.project.update({ where: { id: ctx.project.id }, ...old });
    await createKey(limited, admin());

    await expect(createKey(limited, admin())).rejects.toMatchObject({ code: "rate_limited" });
    await createKey(limited, { ...admin(), organizationId: (await seedProject(services)).project.organizationId });
    hour.advance(3_600_000);
    await createKey(limited, admin());
  });
});

test("every change is in the audit trail with who did it, and no token is", async () => {
  const maker = await seedKey(ctx, { name: "maker" });
  const actor = { kind: "key", keyId: maker.id } as const;
  const { token, key } = await createKey(services, { ...admin("CI"), actor });
  await updateKey(services, { organizationId, id: key.id, name: "CI 2", actor });
  await rotateKey(services, { organizationId, id: key.id, actor });
  await revokeKey(services, { organizationId, id: key.id });
  await revokeKey(services, { organizationId, id: key.id });
  await setLimit(ctx, { name: "org-hour", quota: 5 });

  const events = await listAuditEvents(services, { organizationId });

  expect(events.map(({ action, actorKind, actorId }) => [action, actorKind, actorId])).toEqual([
    ["limit.set", "operator", null],
    ["key.revoked", "operator", null],
    ["key.rotated", "key", maker.id],
    ["key.updated", "key", maker.id],
    ["key.created", "key", maker.id],
    ["key.created", "operator", null],
  ]);
  expect(JSON.stringify(events)).not.toContain(token);
  expect(await listAuditEvents(services, { organizationId, beforeId: events[4]?.id })).toMatchObject([
    { targetId: maker.id },
  ]);
});

test("the audit trail of another organization is hidden", async () => {
  const theirs = await seedProject(services);
  await seedKey(theirs);
  const [event] = await listAuditEvents(services, { organizationId: theirs.project.organizationId });

  expect(await listAuditEvents(services, { organizationId })).toEqual([]);
  expect(await listAuditEvents(services, { organizationId, beforeId: event?.id })).toEqual([]);
});

test.each([1, 8, 91, 3_650, 1.5, Number.NaN])("a key for %j days is not made", async (expiresInDays) => {
  await expect(createKey(services, { ...admin(), expiresInDays })).rejects.toMatchObject({
    code: "invalid_request",
    message: "A key expires after 7, 30, 60, 90 days, or never.",
  });
});

test("what is listed about a key has its settings and not its token", async () => {
  const { token, id } = await seedKey(ctx, { kind: "assistant", allowedOrigins: ["https://docs.acme.test"] });

  const keys = await listKeys(services, { organizationId });

  expect(keys).toMatchObject([{ id, allowedOrigins: ["https://docs.acme.test"], allowedIps: [], replacedById: null }]);
  expect(JSON.stringify(keys)).not.toContain(token);
});

describe("at the same time", () => {
  const outcomes = async (calls: Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map(({ status }) => status).sort();

  test("a key is rotated once", async () => {
    const { id } = await seedKey(ctx);
    const rotations = [1, 2, 3, 4].map(() => rotateKey(services, { organizationId, id }));

    expect(await outcomes(rotations)).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
    expect(await listKeys(services, { organizationId })).toHaveLength(2);
  });

  test("a key that is revoked while it is rotated stays revoked", async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => seedKey(ctx)));

    const ends = await Promise.all(
      keys.map(async ({ id, token }) => {
        await Promise.allSettled([
          rotateKey(services, { organizationId, id }),
          revokeKey(services, { organizationId, id }),
        ]);
        return enter(token).catch(({ code }) => code);
      }),
    );

    expect(ends).toEqual(keys.map(() => "revoked_key"));
  });

  test("a change waits for a revocation that is under way, and is then refused", async () => {
    const { id } = await seedKey(ctx);
    const waits = async () => {
      const [row] = await services.db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(row?.count).toBe(1);
    };

    const change = await services.db.$transaction(async (tx) => {
      await tx.apiKey.update({ where: { id }, data: { revokedAt: clock.now() } });
      const outcome = updateKey(services, { organizationId, id, name: "Changed" }).catch(({ code }) => code);
      await vi.waitFor(waits, { timeout: 10_000 });
      return { outcome };
    });

    expect(await change.outcome).toBe("conflict");
  });
});
