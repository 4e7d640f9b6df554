import { expect } from "vitest";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { searchPages, searchSite, suggestPages } from "./search.ts";
import { seedSite } from "./testing-site.ts";

const test = servicesTest().extend("ctx", { scope: "file" }, async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, [
    {
      path: "/v1/flags",
      title: "Flags",
      text: "Turn a **flag** off.",
      version: "v1",
      groups: ["Guides"],
      isAside: true,
    },
    { path: "/v2/flags", title: "Flags", text: "Turn a flag <b>off</b> & on.", version: "v2", groups: ["Guides"] },
    { path: "/v2/api/flags", title: "Flags API", text: "PATCH a flag.", version: "v2" },
    { path: "/fr/flags", title: "Drapeaux", text: "Un flag.", language: "fr", groups: ["Guides"] },
    { path: "/about", title: "About us", text: "A company." },
  ]);
  return { ...ctx, project: { ...ctx.project, siteUrl: "https://acme.test/docs" } };
});

const PLAIN = { limit: 10 };

test("a search box gets plain excerpts, what to highlight, and addresses", async ({ ctx }) => {
  const { results } = await searchPages(ctx, { ...PLAIN, query: "turn flags off", limit: 1 });

  const [first] = results;
  expect(first?.excerpt).toBe("Turn a flag off & on.");
  const marked = first?.highlights.excerpt.map(({ start, end }) => first.excerpt.slice(start, end));
  expect(marked).toEqual(["Turn", "flag"]);
  expect(first?.highlights).toMatchObject({ title: [{ start: 0, end: 5 }], heading: [{ start: 0, end: 5 }] });
  expect(first?.metadata.url).toBe("https://acme.test/docs/v2/flags#flags");
});

test("facets count pages by version, language and section, each as if it were not chosen yet", async ({ ctx }) => {
  const all = await searchPages(ctx, { ...PLAIN, query: "flag" });
  const narrowed = await searchPages(ctx, { ...PLAIN, query: "flag", version: "v2", section: "Guides" });

  expect(all.facets).toEqual({
    version: [
      { value: "v2", count: 2 },
      { value: "v1", count: 1 },
    ],
    language: [{ value: "fr", count: 1 }],
    section: [
      { value: "Guides", count: 2 },
      { value: "api", count: 1 },
    ],
  });
  expect(narrowed.results.map(({ path }) => path)).toEqual(["/v2/flags", "/fr/flags"]);
  expect(narrowed.facets.version).toEqual([
    { value: "v1", count: 1 },
    { value: "v2", count: 1 },
  ]);
  expect(narrowed.facets.section).toContainEqual({ value: "api", count: 1 });
});

test("a search box finds the pages that the other search finds, in their order", async ({ ctx }) => {
  const { results } = await searchPages(ctx, { ...PLAIN, query: "flags api" });
  const others = await searchSite(ctx, { query: "flags api", pageSize: 10 });

  expect(results.map(({ path, metadata }) => ({ path, metadata }))).toEqual(
    others.map(({ path, metadata }) => ({ path, metadata })),
  );
});

test("suggestions lead to pages and headings, and keep to a version", async ({ ctx }) => {
  const { suggestions } = await suggestPages(ctx, { ...PLAIN, query: "flgas" });
  const older = await suggestPages(ctx, { ...PLAIN, query: "flag", version: "v1", currentPath: "/docs/v1/flags" });

  expect(suggestions.map(({ path }) => path)).toEqual(["/v2/flags", "/v2/api/flags", "/fr/flags"]);
  expect(suggestions[0]).toMatchObject({ text: "Flags", heading: null, url: "https://acme.test/docs/v2/flags" });
  expect(older.suggestions[0]?.path).toBe("/v1/flags");
});
