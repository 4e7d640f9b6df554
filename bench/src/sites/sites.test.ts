import { expect, test } from "vitest";
import type { Finding } from "../../../packages/docs/src/checks/finding.ts";
import { createRandom } from "../repository/random.ts";
import { compareAddresses } from "./built-pages.ts";
import { leadsSomewhere, type SeedSite } from "./fault.ts";
import { judgeByBuilt } from "./judge-by-built.ts";
import { judgeByText } from "./judge-by-text.ts";
import { findNavigationLines } from "./navigation-lines.ts";
import { readPageLines } from "./page-lines.ts";
import { scoreFault } from "./score.ts";
import { describeForSeeding, FAULT_CLASSES, seedSite, withEdits } from "./seed-site.ts";
import { halfOf } from "./site-list.ts";
import { forResults, toReport } from "./sites.ts";
import { countClean, countOutcomes } from "./summarize-sites.ts";
import { DOCUSAURUS_SITE, MINTLIFY_SITE, MKDOCS_SITE, openSmallSite } from "./testing-small-sites.ts";
import { hashLine, judge, parseVerdict } from "./verdicts.ts";

const docusaurus = openSmallSite("docusaurus", DOCUSAURUS_SITE, ["docs"]);
const mkdocs = openSmallSite("mkdocs", MKDOCS_SITE, ["docs"]);
const mintlify = openSmallSite("mintlify", MINTLIFY_SITE, [""]);

const finding = (path: string, line: number, rule: Finding["rule"] = "broken-link"): Finding => ({
  path,
  line,
  column: 1,
  rule,
  message: "",
});

function seedOf(name: string, site: SeedSite, seed: number) {
  const fault = FAULT_CLASSES.find((one) => one.name === name)?.seed(site, createRandom(seed));
  if (!fault) throw new Error(`No place for ${name}.`);
  return fault;
}

test("a site is in the same half whatever the case of its name", () => {
  expect(halfOf("Encode/HTTPX")).toBe(halfOf("encode/httpx"));
  expect(new Set(["encode/httpx", "encode/starlette"].map(halfOf))).toEqual(new Set(["first", "second"]));
});

test.each([
  ["docusaurus", docusaurus],
  ["mkdocs", mkdocs],
  ["mintlify", mintlify],
])("every class of fault that %s can have is seeded, and changes a text at its place", async (dialect, site) => {
  const known = await describeForSeeding(site);
  const classes = FAULT_CLASSES.filter(({ dialects }) => dialects.some((one) => one === dialect));

  for (const { name } of classes) {
    const { edits, places } = seedOf(name, known, 7);
    expect(places.length, name).toBeGreaterThan(0);
    for (const [path, text] of edits) expect(text, name).not.toBe(known.texts.get(path));
  }
});

test("the same seed gives the same faults, and another seed others", async () => {
  const places = async (seed: number) =>
    (await seedSite(docusaurus, { seed, perClass: 2 })).map((outcome) => outcome.places);

  expect(await places(1)).toEqual(await places(1));
  expect(await places(1)).not.toEqual(await places(2));
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])("a relative link one level off leads to no file (seed %i)", async (seed) => {
  for (const site of [docusaurus, mkdocs]) {
    const known = await describeForSeeding(site);
    const { places, edits } = seedOf("relative link", known, seed);
    const [{ path, lines } = { path: "", lines: [] }] = places;
    const line = edits.get(path)?.split("\n")[Number(lines[0]) - 1] ?? "";
    const target = /\]\(([^)]+)\)/.exec(line)?.[1] ?? "";

    expect(target).not.toBe("");
    expect(leadsSomewhere(path, target, known)).toBe(false);
  }
});

test("a link that climbs above the pages leads to where a browser stops", async () => {
  const known = { ...(await describeForSeeding(mkdocs)), dialect: "jekyll" as const };

  expect(leadsSomewhere("docs/index.md", "../../guides/light.html", known)).toBe(true);
  expect(leadsSomewhere("docs/index.md", "../../guides/dark.html", known)).toBe(false);
});

test("a page has an odd number of fences once a closing one is gone", async () => {
  const { edits } = seedOf("closing fence", await describeForSeeding(mkdocs), 3);
  const [text = ""] = edits.values();

  expect(text?.match(/^```/gm)?.length).toBe(3);
});

test("a dropped page leaves the navigation whole, and a wrong entry keeps its line", async () => {
  const known = await describeForSeeding(mintlify);
  for (const seed of [1, 2, 3, 4, 5]) {
    const dropped = seedOf("dropped page", known, seed).edits.get("docs.json") ?? "";
    const pages = (JSON.parse(dropped) as { navigation: { pages: string[] } }).navigation.pages;
    expect(pages).toHaveLength(3);
    const { places, edits } = seedOf("navigation entry", known, seed);
    expect(edits.get("docs.json")?.split("\n")[Number(places[0]?.lines[0]) - 1]).toContain("-gone");
  }
});

test("a renamed page is expected where the page before it was linked and listed", async () => {
  const { edits, movedFrom = "", places } = seedOf("renamed page", await describeForSeeding(mkdocs), 2);

  expect(edits.get(movedFrom)).toBeNull();
  expect(edits.get(movedFrom.replace(".md", "-renamed.md"))).toBe(mkdocs.texts.get(movedFrom));
  expect(places.map(({ path }) => path)).toContain("mkdocs.yml");
});

test("paragraphs go between plain text, not into code, components, comments or front matter", () => {
  const text =
    "---\ntitle: A\n\nb: c\n---\n\nOne.\n\nTwo.\n\n```\nx\n\ny\n```\n\n<Tabs>\n\nIn.\n\nHere.\n\n</Tabs>\n\n<!--\nNo.\n\nNo.\n-->\n";
  const { gaps, fences, frontmatter, lines } = readPageLines(text);

  expect(gaps.map((gap) => [lines[gap - 1], lines[gap + 1]])).toEqual([["One.", "Two."]]);
  expect(fences).toEqual([{ open: 10, close: 14 }]);
  expect(frontmatter).toEqual({ from: 1, to: 4 });
});

test("edited, added and deleted files are read in place of those of the site", async () => {
  const reader = withEdits(
    mkdocs.reader,
    new Map([
      ["docs/oil.md", "new"],
      ["docs/more.md", "more"],
      ["docs/wick.md", null],
    ]),
  );

  expect(await reader.read("docs/oil.md")).toEqual({ path: "docs/oil.md", text: "new" });
  expect(await reader.read("docs/wick.md")).toBeNull();
  expect(await reader.paths()).toContain("docs/more.md");
  expect(await reader.assets?.()).not.toContain("docs/wick.md");
});

test("a fault counts as found by its file and rule, at its line within one, and all else is new elsewhere", () => {
  const fault = {
    places: [{ path: "a.md", lines: [10] }],
    rules: ["broken-link"] as const,
    follows: ({ rule }: Finding) => rule === "orphan-page",
  };
  const score = (...errors: Finding[]) => {
    const { isFound, isAtLine, elsewhere } = scoreFault(mkdocs, "x", fault, { errors, warnings: [] }, "");
    return [isFound, isAtLine, elsewhere.length];
  };

  expect(score()).toEqual([false, false, 0]);
  expect(score(finding("a.md", 11))).toEqual([true, true, 0]);
  expect(score(finding("a.md", 12))).toEqual([true, false, 0]);
  expect(score(finding("b.md", 10))).toEqual([false, false, 1]);
  expect(score(finding("a.md", 10, "missing-asset"))).toEqual([false, false, 1]);
  expect(score(finding("a.md", 10), finding("b.md", 1, "orphan-page"))).toEqual([true, true, 0]);
});

test("the checks find plain faults on a small site, and the figures say so", async () => {
  const outcomes = await seedSite(mintlify, { seed: 4, perClass: 2 });
  const { seeded, found } = countOutcomes(outcomes.filter(({ faultClass }) => faultClass === "navigation entry"));

  expect([seeded, found]).toEqual([2, 2]);
});

test("a verdict stays with its line when the line moves, and says nothing of another", () => {
  const before = new Map([["a.md", "one\n[x](y)\n"]]);
  const line = hashLine(before.get("a.md"), 2);
  const verdict = parseVerdict("o/n", `true|broken-link|a.md|${line}|No such page.`);
  const after = new Map([["a.md", "zero\none\n  [x](y)\n[z](y)\n"]]);
  const judged = (at: number) => judge("o/n", [finding("a.md", at)], after, [verdict])[0]?.verdict;

  expect([judged(3), judged(4)]).toEqual(["true", "unjudged"]);
});

test("a finding without a verdict counts as false in the bound alone", () => {
  const of = (verdict: "true" | "false" | "unjudged") => ({ finding: finding("a.md", 1), verdict });
  const figures = countClean([{ pages: 1_000, errors: [of("true"), of("false"), of("unjudged")], warnings: [] }]);

  expect(figures.errors).toEqual({ true: 1, false: 1, unjudged: 1 });
  expect([figures.falseErrors, figures.falseErrorsAtMost]).toEqual([0.5, 1]);
});

test("findings on sites as they are, and links that only a build knows, are told by dialect and rule", () => {
  const of = (rule: Finding["rule"], verdict: "true" | "false" | "unjudged") => ({
    finding: finding("a.md", 1, rule),
    verdict,
  });
  const none = { pages: 5, ms: 1, outcomes: [], addresses: null };
  const { more = [] } = toReport(
    [
      {
        ...{ ...mkdocs, ...none, half: "first" as const, unknownLinks: 3 },
        errors: [of("broken-link", "true"), of("broken-link", "false"), of("missing-title", "unjudged")],
        warnings: [of("missing-title", "true")],
      },
      {
        ...{ ...mintlify, ...none, half: "second" as const, unknownLinks: 4 },
        errors: [of("broken-link", "false")],
        warnings: [],
      },
    ],
    { seed: 1, perClass: 1, misses: false },
  );
  const table = more.find(({ title }) => title?.startsWith("Findings on the sites as they are, by dialect and rule"));

  expect(table?.columns).toEqual(["Dialect", "broken-link", "missing-title", "Unknown links"]);
  expect(table?.rows).toEqual([
    ["mintlify", "0/1/0", "", "4"],
    ["mkdocs", "1/1/0", "1/0/1", "3"],
    ["all, first", "1/1/0", "1/0/1", "3"],
    ["all, second", "0/1/0", "", "4"],
  ]);
});

test("addresses are compared without their endings, and both sides say what they lack", () => {
  const ours = [
    { path: "index.md", address: "/" },
    { path: "a.md", address: "/a" },
    { path: "b.md", address: "/b" },
  ];

  expect(compareAddresses(ours, ["/index.html", "/a/index.html", "/c.html", "/c/"])).toMatchObject({
    pages: 3,
    equal: 2,
    built: 3,
    known: 2,
    onlyBuilt: ["/c"],
  });
});

test("the results of a site of the second half name no page and no finding", async () => {
  const outcomes = await seedSite(mkdocs, { seed: 1, perClass: 1 });
  const judged = [{ finding: finding("docs/oil.md", 1), verdict: "unjudged" as const }];
  const addresses = compareAddresses([{ path: "docs/oil.md", address: "/oil" }], ["/wick"]);
  const figures = { ...mkdocs, ms: 1, unknownLinks: 0, errors: judged, warnings: [], outcomes, addresses };
  const results = (half: "first" | "second") => JSON.stringify(forResults({ ...figures, pages: 5, half }));

  expect(results("second")).not.toMatch(/oil|wick|\.md/);
  expect(results("first")).toContain("docs/oil.md");
});

test("a fault that was missed is listed with its site, class, place and edit, in the second half only when asked for", async () => {
  const [outcome] = await seedSite(mkdocs, { seed: 1, perClass: 1 });
  if (outcome === undefined) throw new Error("No fault was seeded.");
  const listed = (half: "first" | "second", misses: boolean) => {
    const outcomes = [{ ...outcome, half, isFound: false, isAtLine: false, found: [] }];
    const figures = { ...mkdocs, half, pages: 5, ms: 1, unknownLinks: 0, errors: [], warnings: [], addresses: null };
    const { more = [], ...report } = toReport([{ ...figures, outcomes }], { seed: 1, perClass: 1, misses });
    const rows = more.find(({ title }) => title?.startsWith("Faults missed"))?.rows ?? [];
    return { rows, results: JSON.stringify(report.figures) };
  };

  const { rows, results } = listed("first", false);
  expect(rows).toEqual([
    [
      "lantern/docs",
      "relative link",
      expect.stringMatching(/\.md:\d+$/),
      "missed",
      expect.stringContaining(" became "),
    ],
  ]);
  expect(results).toContain(JSON.stringify(outcome.done).slice(1, -1));
  expect(listed("second", false).rows).toEqual([]);
  expect(listed("second", true).rows).toEqual(rows);
  expect(listed("second", true).results).toContain('"missed":[{');
});

test("a built site says whether a link is dead, and nothing of links that it does not have", async () => {
  const pages = new Map([
    [
      "/oil",
      '<h2 id="fill-it">Fill it</h2><a href="../wick/#gone">x</a><a href="#fill-it">y</a><a href="../lost.md">z</a>',
    ],
    ["/wick", "<h2 id='trim'>Trim</h2>"],
  ]);
  const built = { html: async (address: string) => pages.get(address) ?? null, files: new Set<string>() };
  const says = (rule: Finding["rule"], link: string) =>
    judgeByBuilt(
      built,
      { ...finding("oil.md", 1, rule), message: `No part for the link ${link}. Correct it.` },
      "/oil",
    );

  expect(await says("broken-anchor", "wick.md#gone")).toBe(true);
  expect(await says("broken-anchor", "#fill-it")).toBe(false);
  expect(await says("broken-link", "../lost.md")).toBe(true);
  expect(await says("broken-link", "elsewhere.md")).toBeNull();
  expect(await says("missing-asset", "../lost.md")).toBeNull();
});

test("what a finding says is missing is looked up by its name, and no finding is called false so", () => {
  const texts = new Map([
    ["docs/oil.md", "# Oil\n\n## Fill `it`, often\n\n[x](#fill-it-often)\n"],
    ["docs/wick.md", "--8<-- 'parts.md'\n"],
    ["mkdocs.yml", "nav:\n  - oil.md\n"],
  ]);
  const site = { dialect: "mkdocs" as const, texts, files: new Set([...texts.keys(), "docs/img/lamp.png"]) };
  const says = (rule: Finding["rule"], message: string, path = "docs/oil.md") =>
    judgeByText(site, { ...finding(path, 1, rule), message });

  expect(says("broken-anchor", 'This page has no heading "#fill-it-often" for the link #fill-it-often.')).toBeNull();
  expect(says("broken-anchor", 'This page has no heading "#trim-it" for the link #trim-it.')).toBe(true);
  expect(says("broken-anchor", 'docs/wick.md has no heading "#trim" for the link wick.md#trim.')).toBeNull();
  expect(says("broken-link", "The link wick.md doesn't match any page.")).toBeNull();
  expect(says("broken-link", "The link ../wick.md doesn't match any page.")).toBe(true);
  expect(says("broken-link", "The link /img/lamps doesn't match any page.")).toBe(true);
  expect(says("missing-asset", "The image /img/lamp.png doesn't exist.")).toBeNull();
  expect(says("navigation-entry", 'The navigation lists the page "wick", which', "mkdocs.yml")).toBeNull();
  expect(says("navigation-entry", 'The navigation lists the page "glass.md", which', "mkdocs.yml")).toBe(true);
  expect(says("orphan-page", "", "docs/wick.md")).toBe(true);
  expect(says("orphan-page", "", "docs/oil.md")).toBeNull();
  expect(says("html-tags", "")).toBeNull();
});

test("no fault is seeded where the site would not have one: excluded pages, hidden entries, MDX in plain Markdown", async () => {
  const config = (own: string) => ({ ...DOCUSAURUS_SITE, "docusaurus.config.js": `module.exports = { ${own} };\n` });
  const all = await describeForSeeding(openSmallSite("docusaurus", config(""), ["docs"]));
  const [left, ...others] = all.pages;
  const path = left?.replace("docs/", "");
  const without = config(`presets: [["classic", { docs: { exclude: ["${path}"] } }]], markdown: { format: 'md' }`);
  const known = await describeForSeeding(openSmallSite("docusaurus", without, ["docs"]));
  expect(known.pages).toEqual(others);
  expect([all.isMarkdownMdx, known.isMarkdownMdx]).toEqual([true, false]);

  const texts = new Map([
    ["pages/_meta.json", '{\n  "old": {\n    "display": "hidden"\n  },\n  "keys": {\n    "title": "Keys"\n  }\n}\n'],
  ]);
  const pages = ["pages/old.mdx", "pages/keys.mdx"];
  expect(findNavigationLines({ dialect: "nextra", pages, folders: [""], texts }).map(({ line }) => line)).toEqual([5]);
});
