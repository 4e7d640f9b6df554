import { expect } from "vitest";
import { setLimit } from "../limit/quotas.ts";
import { seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { authenticate } from "./authenticate.ts";
import { revokeKey, updateKey } from "./key.ts";
import { listKeyDetails } from "./list.ts";
import { rotateKey } from "./rotate.ts";

const test = servicesTest();

test("a key comes with its maker, its uses of a day and a half, and its own limits", async ({ services }) => {
  const ctx = await seedProject(services);
  const user = await ctx.db.user.create({ data: { id: "usr_ada", email: "ada@example.com", name: "Ada" } });
  const actor = { kind: "user", userId: user.id, name: user.name, role: "admin" } as const;
  const { id, token } = await seedKey({ ...ctx, actor }, { name: "CI" });
  await authenticate(services, { token, kind: "admin", scope: "read" });
  await services.keyUses.flush();
  await setLimit(ctx, { keyId: id, name: "agent-hour", quota: 7 });
  await seedKey(ctx, { name: "By hand" });

  const keys = await listKeyDetails(ctx);

  expect(keys).toMatchObject([
    { name: "By hand", createdBy: null, limits: [] },
    { name: "CI", createdBy: "Ada", limits: [{ name: "agent-hour", quota: 7 }] },
  ]);
  expect(keys[1]?.hours).toHaveLength(36);
  expect(keys[1]?.hours.at(-1)).toBe(1);
});

test("hides another project's keys, and those of another organization", async ({ services }) => {
  const ctx = await seedProject(services);
  const { organizationId } = ctx.project;
  const sibling = await seedProject(services, { organizationId });
  const stranger = await seedProject(services);
  const own = await seedKey(ctx, { kind: "assistant" });
  const shared = await seedKey(sibling);
  const hidden = [await seedKey(sibling, { kind: "assistant" }), await seedKey(stranger)];

  expect((await listKeyDetails(ctx)).map(({ id }) => id).sort()).toEqual([own.id, shared.id].sort());
  for (const { id } of hidden) {
    for (const change of [updateKey, rotateKey, revokeKey]) {
      await expect(change(ctx, { id })).rejects.toMatchObject({ code: "not_found" });
    }
  }
  expect(await ctx.db.apiKey.count({ where: { revokedAt: null, id: { in: hidden.map(({ id }) => id) } } })).toBe(2);
});
