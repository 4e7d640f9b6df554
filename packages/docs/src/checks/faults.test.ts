import { describe, expect, test } from "vitest";
import { wholeReaderOf } from "../testing.ts";
import { type CheckReport, checkSite } from "./check-site.ts";
import type { Finding } from "./finding.ts";
import { type Edit, type Fault, SITES } from "./testing-faults.ts";
import { FAULTS_OF_PAGES } from "./testing-faults-of-pages.ts";
import { FAULTS_OF_SITES } from "./testing-faults-of-sites.ts";
import type { Files } from "./testing-sites.ts";

const FAULTS = [...FAULTS_OF_PAGES, ...FAULTS_OF_SITES];

/** What only a comparison tells: code that was other, and a page left out of navigation where that is common or that another links to. */
const needsBase = (site: keyof typeof SITES, line: string) =>
  line.endsWith(" changed-code") ||
  (site === "MINTLIFY" && line === "quickstart.mdx:1 orphan-page") ||
  (/^(DOCUSAURUS|VITEPRESS|FUMADOCS|SPHINX)$/.test(site) && line.endsWith(" orphan-page"));

function apply(files: Files, edit: Edit) {
  const change = edit(files);
  const kept = Object.entries({ ...files, ...change }).filter((entry): entry is [string, string] => entry[1] !== null);
  return { now: Object.fromEntries(kept), changes: Object.keys(change).map((path) => ({ path })) };
}

const placesOf = (found: readonly Finding[]) => found.map(({ path, line, rule }) => `${path}:${line} ${rule}`).sort();
const brief = ({ errors, warnings }: CheckReport) => placesOf([...errors, ...warnings]);
/** Where a whole check tells something: it is not sure of all of it, and tells that as notes. */
const placesTold = ({ errors, warnings, notes }: CheckReport) =>
  placesOf([...errors, ...warnings, ...notes.filter(({ rule }) => rule !== "redirected-link")]).map(placeOf);
const placeOf = (line: string) => line.slice(0, line.lastIndexOf(" "));

test("there are at least 60 faults", () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(60);
});

describe.each(Object.entries(SITES))("%s", (_name, files) => {
  test("the healthy site has no findings", async () => {
    expect(brief(await checkSite({ reader: wholeReaderOf(files), base: null }))).toEqual([]);
  });
});

describe("what a change caused is reported, and nothing else:", () => {
  test.each(FAULTS)("%s (%s)", async (_name, site, edit, expected) => {
    const { now, changes } = apply(SITES[site], edit);

    const result = await checkSite({ reader: wholeReaderOf(now), base: wholeReaderOf(SITES[site]), changes });

    expect(brief(result)).toEqual(expected.toSorted());
  });
});

describe("a whole check finds it too:", () => {
  const wholly = FAULTS.map(([name, site, edit, expected]): Fault => {
    return [name, site, edit, expected.filter((line) => !needsBase(site, line))];
  }).filter(([, , , expected]) => expected.length > 0);

  test.each(wholly)("%s (%s)", async (_name, site, edit, expected) => {
    const result = await checkSite({ reader: wholeReaderOf(apply(SITES[site], edit).now), base: null });

    expect(placesTold(result)).toEqual(expected.toSorted().map(placeOf));
  });
});

describe("on a site that was broken before, only the new fault is reported:", () => {
  test.each(FAULTS)("%s (%s)", async (_name, site, edit, expected) => {
    const sore = apply(SITES[site], edit).now;
    const pages = Object.keys(sore).filter((path) => /\.mdx?$/.test(path));
    const innocent = pages.find((path) => !expected.some((line) => line.startsWith(`${path}:`))) ?? "";
    const edited = { ...sore, [innocent]: `${sore[innocent]}\nOne more line.\n` };

    const result = await checkSite({
      reader: wholeReaderOf(edited),
      base: wholeReaderOf(sore),
      changes: [...expected.map((line) => ({ path: line.split(":")[0] ?? "" })), { path: innocent }],
    });

    expect(brief(result)).toEqual([]);
  });
});
