import { parseInput } from "@docsteward/contract/input-schema";
import { expect } from "vitest";
import { authenticate } from "../key/authenticate.ts";
import { seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { listLimits, SetLimit, setLimit } from "./quotas.ts";

const test = servicesTest();

test("a key's lower limit holds before its organization's, and both before the configured one", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  const [own, other] = [await seedKey(ctx), await seedKey(ctx)];
  const quotas = async ({ token }: { token: string }) =>
    (await authenticate(services, { token, kind: "admin", scope: "read" })).quotas;
  expect(await quotas(own)).toEqual({});

  await setLimit(ctx, { name: "agent-hour", quota: 20 });
  await setLimit(ctx, { keyId: own.id, name: "agent-hour", quota: 3 });

  expect([await quotas(own), await quotas(other)]).toEqual([{ "agent-hour": 3 }, { "agent-hour": 20 }]);
  await setLimit(ctx, { keyId: own.id, name: "agent-hour", quota: null });
  expect(await quotas(own)).toEqual({ "agent-hour": 20 });
});

test("limits are listed with what is configured, and never another organization's", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  const { id } = await seedKey(theirs);
  await setLimit(theirs, { keyId: id, name: "key-month", quota: 1 });
  await setLimit(mine, { name: "key-month", quota: 9 });

  const limits = await listLimits(mine);

  expect(limits.find(({ name }) => name === "key-month")).toEqual({
    name: "key-month",
    window: "month",
    quota: 9,
    configured: 10_000,
    keys: [],
  });
});

test.each([-1, 0.5, 2_000_000_000])("a limit of %j is refused", (quota) => {
  expect(() => parseInput(SetLimit, { name: "key-month", quota })).toThrow('"quota" must be');
});

test("figures that are set at the same time take turns, and one of them stands", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id: keyId } = await seedKey(ctx);
  const figures = [1, 2, 3, 4, 5];

  await Promise.all(figures.map((quota) => setLimit(ctx, { keyId, name: "key-month", quota })));
  await Promise.all(figures.map((quota) => setLimit(ctx, { name: "key-month", quota })));

  const limit = (await listLimits(ctx)).find(({ name }) => name === "key-month");
  expect(figures).toContain(limit?.quota);
  expect(limit?.keys.map((own) => own.keyId)).toEqual([keyId]);
});

test("no limit is set for another organization's key", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  const { id: keyId } = await seedKey(theirs);

  await expect(setLimit(mine, { keyId, name: "key-month", quota: 1 })).rejects.toMatchObject({ code: "not_found" });
});
