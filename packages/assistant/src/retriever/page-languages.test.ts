import { expect, test } from "vitest";
import { retrieverOf } from "../testing.ts";
import type { Language } from "./retriever.ts";

const page = (title: string, text: string) => `# ${title}\n\n${text}\n`;
const HARBOR = await retrieverOf({
  "index.md": page("Harbor", "Harbor stores the files of your team."),
  "guide/upload.md": page("Uploads", "You can send a file to the server. The limit of a file is 50 MB."),
  "guide/backup.md": page("Backups", "You can copy all files to another server every night."),
  "de/index.md": page("Harbor", "Harbor speichert die Dateien deiner Gruppe."),
  "de/guide/upload.md": page("Hochladen", "Wie du eine Datei an den Server schickst. Das Limit einer Datei ist 50 MB."),
  "fr/index.md": page("Harbor", "Harbor garde les fichiers de votre équipe."),
  "fr/guide/upload.md": page("Envoyer", "Comment envoyer un fichier au serveur. La limite du fichier est de 50 MB."),
});

async function ask(text: string, languages?: Language[]): Promise<string[]> {
  const hits = await HARBOR.search({ text, limit: 10, languages });
  return hits.map(({ page }) => page.path);
}

test("one page of each translation group answers, in the first of the reader's languages that the group has", async () => {
  expect((await ask("file server limit 50 MB")).filter((path) => path.includes("upload"))).toHaveLength(3);
  expect(await ask("server limit 50 MB", ["de"])).toEqual(["/de/guide/upload", "/guide/backup"]);
  expect(await ask("server limit 50 MB", ["it", "fr-CA", "de"])).toEqual(["/fr/guide/upload", "/guide/backup"]);
});

test("a group without the reader's language answers in the source language", async () => {
  expect(await ask("server limit 50 MB", ["ja"])).toEqual(["/guide/upload", "/guide/backup"]);
  expect(await ask("server limit 50 MB", [])).toEqual(["/guide/upload", "/guide/backup"]);
});

test("a filter on the language still decides alone", async () => {
  const hits = await HARBOR.search({ text: "limit 50 MB", limit: 5, languages: ["de"], filter: { language: "fr" } });

  expect(hits.map(({ page }) => page.path)).toEqual(["/fr/guide/upload"]);
});

test.each([
  ["Wie schickst du eine Datei?", "de"],
  ["Comment envoyer un fichier ?", "fr"],
  ["How can I send a file?", null],
  ["50 MB", undefined],
  ["Harbor", undefined],
  ["zzyzx", undefined],
])("the site's own pages tell the language of %j", (text, language) => {
  expect(HARBOR.languageOf(text)).toBe(language);
});

test("a site in one language has none to choose from", async () => {
  const site = await retrieverOf({ "index.md": page("Home", "Welcome to the site.") });

  expect(site.languageOf("Wo ist der Hafen?")).toBeUndefined();
});

test("pages of several versions stand for themselves", async () => {
  const site = await retrieverOf({
    "index.md": page("Home", "Welcome."),
    "v1/keys.md": page("Keys", "Rotate keys by hand."),
    "v2/keys.md": page("Keys", "Rotate keys by a job."),
  });

  const hits = await site.search({ text: "rotate keys", limit: 5, languages: ["de"] });

  expect(hits.map(({ page }) => page.version).sort()).toEqual(["1", "2"]);
});
