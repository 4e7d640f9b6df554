import { parseInput } from "@docsteward/contract/input-schema";
import { fixedClock } from "@docsteward/platform/clock";
import { describe, expect } from "vitest";
import { listAuditEvents } from "../audit/list.ts";
import { setLimit } from "../limit/quotas.ts";
import { isStatementWaiting, seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { authenticate } from "./authenticate.ts";
import { CreateKey, createKey } from "./create.ts";
import { revokeKey, UpdateKey, updateKey } from "./key.ts";
import { listKeys } from "./list.ts";
import { RotateKey, rotateKey } from "./rotate.ts";

const clock = fixedClock("2026-05-01T10:00:00Z");
const test = servicesTest({ clock })
  .extend("ctx", ({ services }) => seedProject(services))
  .extend("enter", { scope: "file" }, ({ services }) => (token: string) => {
    return authenticate(services, { token, kind: "admin", scope: "read" });
  });

const caught = async (parse: () => unknown) => {
  try {
    return parse();
  } catch (error) {
    return error;
  }
};
const admin = (name = "CI") => ({ kind: "admin", name }) as const;

describe("rotation", () => {
  test("makes a key with the same settings, and the old one works on for a day", async ({ ctx, enter }) => {
    const old = await seedKey(ctx, { scopes: ["read"], name: "CI", expiresInDays: 30 });

    const { token, key, replaced } = await rotateKey(ctx, { id: old.id });

    expect(key).toMatchObject({ name: "CI", scopes: ["read"], expiresAt: new Date("2026-05-31T10:00:00Z") });
    expect(replaced).toMatchObject({ replacedById: key.id, expiresAt: new Date("2026-05-02T10:00:00Z") });
    await enter(token);
    await enter(old.token);
  });

  test("without a grace period ends the old key immediately", async ({ ctx, enter }) => {
    const old = await seedKey(ctx);
    await enter(old.token);

    await rotateKey(ctx, { id: old.id, graceHours: 0 });

    await expect(enter(old.token)).rejects.toMatchObject({ code: "expired_key" });
  });

  test("never lets the old key live longer than it would have", async ({ ctx }) => {
    const { id } = await seedKey(ctx, { expiresInDays: 7 });

    const { replaced } = await rotateKey(ctx, { id, graceHours: 720 });

    expect(replaced.expiresAt).toEqual(new Date("2026-05-08T10:00:00Z"));
  });

  test("keeps the limits of the key's own", async ({ ctx, enter }) => {
    const { id } = await seedKey(ctx);
    await setLimit(ctx, { keyId: id, name: "agent-hour", quota: 7 });

    const { token } = await rotateKey(ctx, { id });

    expect((await enter(token)).quotas).toEqual({ "agent-hour": 7 });
  });

  test("is possible once, of two at a time too, and not of a key that has ended", async ({ ctx }) => {
    const { id } = await seedKey(ctx);
    const revoked = await seedKey(ctx);
    await revokeKey(ctx, { id: revoked.id });

    const both = await Promise.allSettled([1, 2].map(() => rotateKey(ctx, { id })));

    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(rotateKey(ctx, { id })).rejects.toMatchObject({ code: "conflict" });
    await expect(rotateKey(ctx, { id: revoked.id })).rejects.toMatchObject({ code: "conflict" });
  });

  test.each([-1, 1.5, 721])("with a grace of %j hours is refused", async (graceHours) => {
    expect(await caught(() => parseInput(RotateKey, { id: "key_1", graceHours }))).toMatchObject({
      code: "invalid_request",
      message: "The old key's grace period must be 0 to 720 hours.",
    });
  });
});

describe("a change", () => {
  test("counts for the next call, and leaves what is not named", async ({ ctx, enter }) => {
    const { token, id } = await seedKey(ctx, { name: "CI" });
    await enter(token);

    const key = await updateKey(ctx, { id, allowedIps: ["10.0.0.0/8"] });

    expect(key).toMatchObject({ name: "CI", scopes: ["read", "write"], allowedIps: ["10.0.0.0/8"] });
    await expect(enter(token)).rejects.toMatchObject({ code: "ip_not_allowed" });
  });

  test.each([
    [{ name: " " }, "name", "The key's name must have 1 to 100 characters."],
    [{ name: "x".repeat(101) }, "name", "The key's name must have 1 to 100 characters."],
    [{ scopes: [] }, "scopes", "The key has no scope. Choose read, write or both."],
    [
      { allowedOrigins: ["docs"] },
      "allowedOrigins.0",
      "\"docs\" isn't a website's origin such as https://docs.example.com.",
    ],
    [
      { allowedIps: Array.from({ length: 101 }, () => "10.0.0.1") },
      "allowedIps",
      "A key can have at most 100 IP addresses",
    ],
  ])("to %j is refused in one sentence with its field", async (change, path, sentence) => {
    expect(await caught(() => parseInput(UpdateKey, { id: "key_1", ...change }))).toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining(sentence),
      options: { details: [{ path }] },
    });
  });

  test("of a key that has ended is refused", async ({ ctx }) => {
    const { id } = await seedKey(ctx);
    await revokeKey(ctx, { id });

    await expect(updateKey(ctx, { id, name: "x" })).rejects.toMatchObject({ code: "conflict" });
  });
});

test("another organization's key cannot be changed, rotated or given a limit", async ({ services, ctx }) => {
  const { id } = await seedKey(await seedProject(services));
  const hidden = expect.objectContaining({ code: "not_found" });

  await expect(updateKey(ctx, { id, name: "mine" })).rejects.toEqual(hidden);
  await expect(rotateKey(ctx, { id })).rejects.toEqual(hidden);
  await expect(setLimit(ctx, { keyId: id, name: "key-month", quota: 1 })).rejects.toEqual(hidden);
});

describe("how many are made", () => {
  test("is ten per organization and hour, besides the two of each new project, also for concurrent calls", async ({
    services,
    ctx,
  }) => {
    const limited = { ...ctx, limits: { ...services.limits, keysPerHour: 10 } };
    await services.db.project.update({ where: { id: ctx.project.id }, data: { createdAt: clock.now() } });

    const made = await Promise.allSettled(Array.from({ length: 15 }, () => createKey(limited, admin())));

    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(12);
    const refusal = made.find((result) => result.status === "rejected");
    expect(refusal?.reason).toMatchObject({ code: "rate_limited", options: { retryAfterSeconds: 3_600 } });
    expect(await listKeys(ctx)).toHaveLength(12);
  });

  test("starts anew with the next hour, and is each organization's own", async ({ services, ctx }) => {
    const hour = fixedClock("2026-05-01T10:00:00Z");
    const limited = { ...ctx, clock: hour, limits: { ...services.limits, keysPerHour: 1 } };
    const old = { data: { createdAt: new Date("2026-01-01T00:00:00Z") } };
    await services.db.project.update({ where: { id: ctx.project.id }, ...old });
    await createKey(limited, admin());

    await expect(createKey(limited, admin())).rejects.toMatchObject({ code: "rate_limited" });
    const { organization, project } = await seedProject(services);
    await createKey({ ...limited, organization, project }, admin());
    hour.advance(3_600_000);
    await createKey(limited, admin());
  });
});

test("every change is in the audit trail with who did it, and no token is", async ({ ctx }) => {
  const maker = await seedKey(ctx, { name: "maker" });
  const byKey = { ...ctx, actor: { kind: "key", keyId: maker.id } as const };
  const { token, key } = await createKey(byKey, admin("CI"));
  await updateKey(byKey, { id: key.id, name: "CI 2" });
  await rotateKey(byKey, { id: key.id });
  await revokeKey(ctx, { id: key.id });
  await revokeKey(ctx, { id: key.id });
  await setLimit(ctx, { name: "org-hour", quota: 5 });

  const events = await listAuditEvents(ctx);

  expect(events.map(({ action, actorKind, actorId }) => [action, actorKind, actorId])).toEqual([
    ["limit.set", "operator", null],
    ["key.revoked", "operator", null],
    ["key.rotated", "key", maker.id],
    ["key.updated", "key", maker.id],
    ["key.created", "key", maker.id],
    ["key.created", "operator", null],
  ]);
  expect(JSON.stringify(events)).not.toContain(token);
  expect(await listAuditEvents(ctx, { beforeId: events[4]?.id })).toMatchObject([{ targetId: maker.id }]);
});

test("the audit trail of another organization is hidden", async ({ services, ctx }) => {
  const theirs = await seedProject(services);
  await seedKey(theirs);
  const [event] = await listAuditEvents(theirs);

  expect(await listAuditEvents(ctx)).toEqual([]);
  expect(await listAuditEvents(ctx, { beforeId: event?.id })).toEqual([]);
});

test.each([1, 8, 91, 3_650, 1.5, Number.NaN])("a key for %j days is not made", async (expiresInDays) => {
  const error = await caught(() => parseInput(CreateKey, { ...admin(), expiresInDays: expiresInDays as 7 }));

  expect(error).toMatchObject({
    code: "invalid_request",
    message: "A key expires after 7, 30, 60, 90 days, or never.",
    options: { details: [{ path: "expiresInDays" }] },
  });
});

test("what is listed about a key has its settings and not its token", async ({ ctx }) => {
  const { token, id } = await seedKey(ctx, { kind: "assistant", allowedOrigins: ["https://docs.acme.test"] });

  const keys = await listKeys(ctx);

  expect(keys).toMatchObject([{ id, allowedOrigins: ["https://docs.acme.test"], allowedIps: [], replacedById: null }]);
  expect(JSON.stringify(keys)).not.toContain(token);
});

describe("at the same time", () => {
  const outcomes = async (calls: Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map(({ status }) => status).sort();

  test("a key is rotated once", async ({ ctx }) => {
    const { id } = await seedKey(ctx);
    const rotations = [1, 2, 3, 4].map(() => rotateKey(ctx, { id }));

    expect(await outcomes(rotations)).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
    expect(await listKeys(ctx)).toHaveLength(2);
  });

  test("a key that is revoked while it is rotated stays revoked", async ({ ctx, enter }) => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => seedKey(ctx)));

    const ends: string[] = [];
    // One key after another: a revocation that got no connection in time would leave its key valid.
    for (const { id, token } of keys) {
      const rotation = rotateKey(ctx, { id }).catch(() => undefined);
      await Promise.all([rotation, revokeKey(ctx, { id })]);
      ends.push(await enter(token).then(String, ({ code }) => code));
    }

    expect(ends).toEqual(keys.map(() => "revoked_key"));
  });

  test("a change waits for a revocation that is under way, and is then refused", async ({ services, ctx }) => {
    const { id } = await seedKey(ctx);

    const change = await services.db.$transaction(
      async (tx) => {
        await tx.apiKey.update({ where: { id }, data: { revokedAt: clock.now() } });
        const outcome = updateKey(ctx, { id, name: "Changed" }).catch(({ code }) => code);
        await expect.poll(() => isStatementWaiting(services)).toBe(true);
        return { outcome };
      },
      { timeout: 60_000 },
    );

    expect(await change.outcome).toBe("conflict");
  });
});
