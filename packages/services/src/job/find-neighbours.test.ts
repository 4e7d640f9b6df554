import { expect } from "vitest";
import { seedJob, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { findJobNeighbours } from "./list.ts";

const test = servicesTest();

test("the neighbours are the next in the list, and archived jobs have archived ones", async ({ services }) => {
  const ctx = await seedProject(services);
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const oldest = await seedJob(ctx, { createdAt: at(1) });
  const archived = await seedJob(ctx, { createdAt: at(2), archivedAt: at(3) });
  const middle = await seedJob(ctx, { createdAt: at(3) });
  const newest = await seedJob(ctx, { createdAt: at(4) });

  expect(await findJobNeighbours(ctx, middle)).toEqual({ newerId: newest.id, olderId: oldest.id });
  expect(await findJobNeighbours(ctx, newest)).toEqual({ newerId: null, olderId: middle.id });
  expect(await findJobNeighbours(ctx, archived)).toEqual({ newerId: null, olderId: null });
});

test("hides another project's job, and steps over none of them", async ({ services }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  const { id } = await seedJob(mine);
  await seedJob(theirs);

  expect(await findJobNeighbours(mine, { id })).toEqual({ newerId: null, olderId: null });
  await expect(findJobNeighbours(theirs, { id })).rejects.toMatchObject({ code: "not_found" });
});
