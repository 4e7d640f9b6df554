import { expect } from "vitest";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { writeLlmsFull } from "./llms.ts";
import { seedSite } from "./testing-site.ts";

const test = servicesTest();

test("the Markdown of all pages is read some of it at a time, however large the pages are", async ({ services }) => {
  const ctx = await seedProject(services);
  const sizes = [300_000, 900_000, 10, 20, 450_000, 400_000, 30, 250_000, 200_000, 40];
  await seedSite(
    ctx,
    sizes.map((size, index) => ({ path: `/p${index}`, text: "x".repeat(size) })),
  );
  const taken: number[] = [];
  const sitePage = new Proxy(ctx.db.sitePage, {
    get: (table, name) => {
      if (name !== "findMany") return Reflect.get(table, name);
      return async (query: Parameters<typeof table.findMany>[0]) => {
        const rows = await table.findMany(query);
        taken.push(rows.reduce((sum, { markdown }) => sum + markdown.length, 0));
        return rows;
      };
    },
  });
  const db = new Proxy(ctx.db, { get: (target, name) => (name === "sitePage" ? sitePage : Reflect.get(target, name)) });

  let text = "";
  for await (const piece of await writeLlmsFull({ ...ctx, db })) text += piece;

  expect([...text.matchAll(/^# (p\d)$/gm)].map(([, title]) => title)).toEqual(sizes.map((_, index) => `p${index}`));
  expect(text.length).toBeGreaterThan(sizes.reduce((sum, size) => sum + size, 0));
  // One large page comes alone; small ones come together.
  expect(Math.max(...taken)).toBe(900_000);
  expect(taken.filter((bytes) => bytes > 500_000)).toHaveLength(1);
  expect(taken.length).toBeLessThan(sizes.length);
});
