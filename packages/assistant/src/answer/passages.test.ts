import { reply } from "@docsteward/model-script/script";
import { expect, test } from "vitest";
import type { Chunk } from "../page/indexed-page.ts";
import { joinPassages } from "./passages.ts";
import { askScripted, siteOf } from "./testing-answers.ts";

const chunk = (seq: number, text: string, heading = "Setup"): Chunk => ({
  seq,
  headings: [heading],
  anchor: heading.toLowerCase(),
  text,
});
const join = (...chunks: Chunk[]) =>
  joinPassages(chunks.map((chunk) => ({ chunk, score: 1, nearness: null }))).map(({ text }) => text);

test("passages come in reading order, and neighbours of one section are one", () => {
  expect(join(chunk(4, "four"), chunk(1, "one"), chunk(2, "two"))).toEqual(["one\n\ntwo", "four"]);
});

test("neighbours of two sections stay two", () => {
  expect(join(chunk(2, "two", "Teardown"), chunk(1, "one"))).toEqual(["one", "two"]);
});

test("what was repeated where a section was cut is said once", () => {
  const table = ["| Name |\n| --- |\n| a |", "| Name |\n| --- |\n| b |"] as const;

  expect(join(chunk(1, table[0]), chunk(2, table[1]))).toEqual(["| Name |\n| --- |\n| a |\n| b |"]);
  expect(join(chunk(1, "The regions are:\n\n- north"), chunk(2, "The regions are:\n\n- south"))).toEqual([
    "The regions are:\n\n- north\n- south",
  ]);
});

test("the model is shown one page of a translation group, and when it is in another language than the question", async () => {
  const site = await siteOf({
    "index.md": "# Harbor\n\nHarbor stores the files of your team.\n",
    "upload.md": "# Uploads\n\nYou can send a file. The limit of a file is 50 MB.\n",
    "backup.md": "# Backups\n\nThe limit of a backup is 9 GB.\n",
    "de/index.md": "# Harbor\n\nHarbor speichert die Dateien.\n",
    "de/upload.md": "# Hochladen\n\nWie du eine Datei schickst. Das Limit einer Datei ist 50 MB.\n",
  });
  const { requests, record } = await askScripted([reply.text("50 MB.")], "Wie hoch ist das Limit einer Datei?", {
    site,
  });
  const [prompt = ""] = requests.map(({ text }) => text);

  expect(record.trace.passages.map(({ path }) => path)).toEqual(["/de/upload", "/backup"]);
  expect(prompt).toMatch(/<passage-\w+ number="2" title="Backups"[^>]* note="in another language than the question"/);
  expect(prompt.match(/in another language/g)).toHaveLength(1);
});

test("the reader's page tells the language of a question that does not, and else the browser does", async () => {
  const site = await siteOf({
    "index.md": "# Harbor\n\nHarbor stores the files of your team.\n",
    "guide.md": "# Guide\n\nThe limit is 50 MB.\n",
    "de/index.md": "# Harbor\n\nHarbor speichert die Dateien.\n",
    "de/guide.md": "# Anleitung\n\nDas Limit ist 50 MB.\n",
  });
  const pathFor = async (more: { currentPath?: string; languages?: string[] }) => {
    const { record } = await askScripted([reply.text("50 MB.")], "50 MB?", { site, ...more });
    return record.trace.passages[0]?.path;
  };

  expect(await pathFor({})).toBe("/guide");
  expect(await pathFor({ languages: ["de-AT", "en"] })).toBe("/de/guide");
  expect(await pathFor({ currentPath: "/de", languages: ["en"] })).toBe("/de/guide");
  expect(await pathFor({ currentPath: "/guide", languages: ["de"] })).toBe("/guide");
});

test("a follow-up has the passages that the last answer cited, as far as the filter lets them answer", async () => {
  const cited = [{ path: "/guide/backup", anchor: "restore" }];
  const pathsFor = async (filter?: { path: string }) => {
    const { record } = await askScripted([reply.text("Yes.")], "How large may an upload be?", {
      cited,
      filter,
      pageCount: 1,
    });
    return record.trace.passages.map(({ url }) => url);
  };

  expect(await pathsFor()).toContain("/guide/backup#restore");
  expect(await pathsFor({ path: "/guide/upload" })).not.toContain("/guide/backup#restore");
});

const uploadOf = (version: string) =>
  `# Uploads\n\nA file may be 50 MB, and an upload of version ${version} is resumed.\n\n## Limits\n\nThe size limit of an upload is set by hand in the settings, see [settings](/${version}/settings).\n\n## Errors\n\nAn upload over the size limit ends with an error that names it.\n`;

test("pages that say the same take one place, which the newest version has", async () => {
  const versions = ["v9", "v10", "draft", "2", "3", "4"];
  const site = await siteOf({
    ...Object.fromEntries(versions.map((version) => [`${version}/upload.md`, uploadOf(version)])),
    "billing.md": "# Billing\n\nAn upload over the size limit is billed.\n",
  });
  const { record, requests } = await askScripted([reply.text("50 MB.")], "What is the size limit of an upload?", {
    site,
    pageCount: 2,
  });

  expect([...new Set(record.trace.passages.map(({ path }) => path))]).toEqual(["/v10/upload", "/billing"]);
  expect(requests[0]?.text).toMatch(/link="\/v10\/upload[^>]* same="[^"]*\/v9\/upload/);
});

test("of the copies of a page the one near the reader is shown", async () => {
  const site = await siteOf({ "v9/upload.md": uploadOf("v9"), "v10/upload.md": uploadOf("v10") });
  const { record } = await askScripted([reply.text("50 MB.")], "What is the size limit of an upload?", {
    site,
    currentPath: "/v9/upload",
  });

  expect([...new Set(record.trace.passages.map(({ path }) => path))]).toEqual(["/v9/upload"]);
});

test("the best pages bring up to three passages, and the others one", async () => {
  const sections = ["Set up", "Raise", "Lower", "Reset"].map((name) => `## ${name}\n\nThe quota is changed here.\n`);
  const pages = Array.from({ length: 9 }, (_, at) => [
    `page-${at}.md`,
    `# Page ${at}\n\n${sections.join("\n")}\nNumber ${at}.\n`,
  ]);
  const { record } = await askScripted([reply.text("Yes.")], "Where is the quota changed?", {
    site: await siteOf(Object.fromEntries(pages)),
    pageCount: 9,
  });

  const counts = Object.values(Object.groupBy(record.trace.passages, ({ path }) => path)).map((some) => some?.length);
  expect(counts).toEqual([3, 3, 2, 2, 2, 2, 1, 1, 1]);
});
