import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { seedJob, seedKey, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { findCreatorUserIds, getJobDetails } from "./details.ts";
import { appendEvents } from "./events.ts";

const test = servicesTest().extend(
  "seedJobOf",
  { scope: "file" },
  ({ services }) =>
    async (ctx: ProjectContext, createdById: string | null): Promise<string> => {
      const { id } = await seedKey(ctx);
      await services.db.apiKey.update({ where: { id }, data: { createdById } });
      return (await seedJob(ctx, { createdByKeyId: id })).id;
    },
);

test("names who made the key that a job was sent with, and leaves out unknown people", async ({
  services,
  seedJobOf,
}) => {
  const ctx = await seedProject(services);
  const [known, unknown, operator] = [
    await seedJobOf(ctx, "usr_ada"),
    await seedJobOf(ctx, null),
    (await seedJob(ctx)).id,
  ];

  expect([...(await findCreatorUserIds(ctx, { jobIds: [known, unknown, operator] }))]).toEqual([[known, "usr_ada"]]);
});

test("hides another project's jobs", async ({ services, seedJobOf }) => {
  const theirs = await seedJobOf(await seedProject(services), "usr_bob");

  expect(await findCreatorUserIds(await seedProject(services), { jobIds: [theirs] })).toEqual(new Map());
});

test("a job tells which instructions of the repository the agent was given", async ({ services }) => {
  const ctx = await seedProject(services);
  const { id } = await seedJob(ctx);
  expect(await getJobDetails(ctx, { id })).toMatchObject({ instructions: undefined });
  const data = { files: [{ path: "AGENTS.md", isCut: false }], leftOut: ["CONTRIBUTING.md"] };
  await appendEvents({ ...services }, { jobId: id, events: [{ type: "instructions.read", data }], at: new Date() });

  expect(await getJobDetails(ctx, { id })).toMatchObject({ instructions: data });
});
