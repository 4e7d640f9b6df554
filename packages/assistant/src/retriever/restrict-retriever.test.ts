import { expect, test } from "vitest";
import type { IndexedPage } from "../page/indexed-page.ts";
import { pathsFor, readIndexedSite, retrieverOf } from "../testing.ts";
import { createRetriever } from "./create-retriever.ts";
import { restrictRetriever } from "./restrict-retriever.ts";

const reader = (...groups: string[]) => ({ groups: new Set(groups), isByNavigation: false });

const FILES = {
  "index.md": "# Home\n\nWelcome to parcels.\n",
  "rates.md": "# Rates\n\nWhat parcels cost.\n",
  "plan.md": "---\ngroups: [staff]\n---\n# Plan\n\nParcels: read [the zeppelin takeover](rates.md) first.\n",
};

test("gives a site's pages to who may read them, by every way that leads to a page", async () => {
  const site = await retrieverOf(FILES);
  const [outside, inside] = [restrictRetriever(site, reader()), restrictRetriever(site, reader("staff"))];

  expect([...outside.pages()].map(({ path }) => path)).toEqual(["/", "/rates"]);
  expect(outside.pageAt("/plan")).toBeUndefined();
  expect(outside.pageOfFile("plan.md")).toBeUndefined();
  expect(await pathsFor(outside, "parcels plan")).not.toContain("/plan");
  expect(await pathsFor(outside, "parcels", { filter: { path: "/plan" } })).toEqual([]);
  expect(await pathsFor(inside, "parcels plan")).toContain("/plan");
  expect(inside.pageAt("/plan")?.file).toBe("plan.md");
});

test("links of a page that the reader may not read give other pages no names", async () => {
  const site = await retrieverOf({ ...FILES, "open.md": "# Takeover parcels\n\nA zeppelin takeover is no parcel.\n" });

  const all = await pathsFor(site, "zeppelin takeover parcels cost");
  const outside = await pathsFor(restrictRetriever(site, reader()), "zeppelin takeover parcels cost");
  const alone = await pathsFor(
    await retrieverOf({
      ...FILES,
      "plan.md": "",
      "open.md": "# Takeover parcels\n\nA zeppelin takeover is no parcel.\n",
    }),
    "zeppelin takeover parcels cost",
  );

  expect(all.indexOf("/rates")).toBeGreaterThanOrEqual(0);
  expect(outside.filter((path) => path !== "/plan")).toEqual(alone.filter((path) => path !== "/plan"));
});

test("a misspelt word is corrected by the words of pages that the reader may read, and a word of others is unknown", async () => {
  const site = await retrieverOf({
    "index.md": "# Home\n\nThe dispatcher sends parcels.\n",
    "plan.md":
      "---\ngroups: [staff]\n---\n# Plan\n\nThe dispatchor and the dispatchex: [dispatchez](index.md), dispatchez, dispatchez.\n",
  });
  const [outside, inside] = [restrictRetriever(site, reader()), restrictRetriever(site, reader("staff"))];
  const marked = (text: string) => outside.highlighter({ text })("dispatcher dispatchor").length;

  for (const text of ["dispatchet", "dispatchor", "dispatchez"]) {
    const [hit] = await outside.search({ text, limit: 1 });
    expect(hit?.score, text).toBeGreaterThan(0);
    expect(marked(text), text).toBe(1);
  }
  const corrected = await outside.search({ text: "dispatchex", limit: 5 });
  const alone = await (await retrieverOf({ "index.md": "# Home\n\nThe dispatcher sends parcels.\n" })).search({
    text: "dispatchex",
    limit: 5,
  });
  expect(corrected.map(({ page }) => page.path)).toEqual(alone.map(({ page }) => page.path));
  expect(await pathsFor(inside, "dispatchor")).toEqual(["/plan"]);
});

test("shows no page that an earlier version stored without saying who may read it", async () => {
  const [page] = await readIndexedSite({ "index.md": "# Home\n" });
  const { readers: _, ...earlier } = page ?? ({} as IndexedPage);
  const site = await createRetriever([earlier as IndexedPage]);

  expect([...restrictRetriever(site, reader("staff")).pages()]).toEqual([]);
});

test("finds out once for many searches which pages a set of groups may read", async () => {
  const pages = await readIndexedSite(FILES);
  let looks = 0;
  const counted = pages.map((page) =>
    Object.defineProperty({ ...page }, "readers", {
      get: () => {
        looks += 1;
        return page.readers;
      },
    }),
  );
  const site = await createRetriever(counted);
  for (let search = 0; search < 10; search += 1) await pathsFor(restrictRetriever(site, reader("b", "a")), "parcels");

  expect(looks).toBe(pages.length);
});
