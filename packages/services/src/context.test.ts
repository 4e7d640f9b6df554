import { expect } from "vitest";
import { afterCommit, inProject, inTransaction, type ProjectContext } from "./context.ts";
import { seedProject } from "./testing.ts";
import { projectTest } from "./testing-fixtures.ts";

const test = projectTest().extend("nameNow", { scope: "file" }, ({ services, ctx }) => async () => {
  return (await services.db.project.findUniqueOrThrow({ where: { id: ctx.project.id } })).name;
});

const rename = (within: ProjectContext, name: string) =>
  within.db.project.update({ where: { id: within.project.id }, data: { name } });

test("what a transaction writes is committed together, and the context is otherwise the same", async ({
  ctx,
  nameNow,
}) => {
  const before = await nameNow();

  const seen = await inTransaction(ctx, async (within) => {
    await rename(within, "Together");
    return { outside: await nameNow(), ctx: within };
  });

  expect(seen.outside).toBe(before);
  expect(seen.ctx).toEqual({ ...ctx, db: seen.ctx.db });
  expect(await nameNow()).toBe("Together");
});

test("a transaction inside a transaction is the same one, and is rolled back with it", async ({ ctx, nameNow }) => {
  const before = await nameNow();

  const work = inTransaction(ctx, async (outer) => {
    await inTransaction(outer, async (inner) => {
      expect(inner.db).toBe(outer.db);
      await rename(inner, "Never seen");
    });
    throw new RangeError("no");
  });

  await expect(work).rejects.toThrow(RangeError);
  expect(await nameNow()).toBe(before);
});

test("what waits for the commit comes after it, in order, also from an inner transaction", async ({ ctx }) => {
  const calls: string[] = [];

  await inTransaction(ctx, async (outer) => {
    afterCommit(outer, () => calls.push("first"));
    await inTransaction(outer, async (inner) => afterCommit(inner, () => calls.push("second")));
    calls.push("end of the work");
  });

  expect(calls).toEqual(["end of the work", "first", "second"]);
});

test("what waits for the commit does not come when the transaction is rolled back", async ({ ctx }) => {
  const calls: string[] = [];

  const work = inTransaction(ctx, async (within) => {
    afterCommit(within, () => calls.push("committed"));
    throw new RangeError("no");
  });

  await expect(work).rejects.toThrow(RangeError);
  expect(calls).toEqual([]);
});

test("outside a transaction, what waits for the commit comes immediately", ({ ctx }) => {
  const calls: string[] = [];

  afterCommit(ctx, () => calls.push("now"));

  expect(calls).toEqual(["now"]);
});

test("entering a project sets the project and its organization, and keeps the actor", async ({ services, ctx }) => {
  const other = await seedProject(services);
  const row = await services.db.project.findUniqueOrThrow({
    where: { id: other.project.id },
    include: { organization: true },
  });

  const entered = inProject({ ...ctx, actor: { kind: "service" } }, row);

  expect(entered.organization).toEqual(other.organization);
  expect(entered.project).toEqual(other.project);
  expect(entered.actor).toEqual({ kind: "service" });
});
