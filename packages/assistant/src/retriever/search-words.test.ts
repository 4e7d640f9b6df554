import { expect, test } from "vitest";
import { pathsFor, retrieverOf } from "../testing.ts";

const SITE = await retrieverOf({
  "index.md": "# Welcome\n\nDocumentation of a tool.\n",
  "config.md":
    "# Configuration\n\nSet `server.maxHeaderSize` in `tool.config.ts`, or pass `--no-verify`.\n\n## Cache\n\nThe value of `cache_ttl_seconds` is a number.\n",
  "errors.md": "# Errors\n\n## ERR_MODULE_NOT_FOUND\n\nThe import is wrong.\n\n## TS2345\n\nThe types differ.\n",
  "releases.md": "# Releases\n\nWhat came with 1.20.3 and 2.0.0-rc.1.\n",
  "native.md": "# Native code\n\nAddons in C++ and C# are compiled.\n",
  "files.md": "# Files\n\nPages lie in `src/pages/index.astro`.\n",
  "watch.md": "# Watching\n\nIt listens on a websocket for changes. See `useFileWatcher`.\n",
  "routing.md": "# Routing\n\nRoutes are matched in order, one after another.\n",
  "with.md": "# with\n\nA statement of the language.\n",
  "ru.md": "# Установка\n\nУстановите пакет и запустите сервер.\n",
  "zh.md": "# 安装指南\n\n请先安装依赖，然后启动服务器。\n",
  "ja.md": "# デプロイ\n\nサーバーにデプロイする方法。\n",
  "de.md":
    "# Übersicht\n\nDie Einstellung für den Zwischenspeicher ändert man in der Datei; wir erklären, wie und warum das so ist und nicht anders.\n",
});

test.each([
  ["a dotted name", "server.maxHeaderSize", "/config"],
  ["a name by one of its parts", "what is the largest header size?", "/config"],
  ["a snake case name written as words", "cache ttl seconds", "/config"],
  ["a snake case name written in camel case", "cacheTtlSeconds", "/config"],
  ["a flag", "--no-verify", "/config"],
  ["a file name", "tool.config.ts", "/config"],
  ["an error code", "ERR_MODULE_NOT_FOUND", "/errors"],
  ["an error code with a number", "error TS2345", "/errors"],
  ["a path", "src/pages/index.astro", "/files"],
  ["a version", "1.20.3", "/releases"],
  ["a version with a v, cut short", "v1.20", "/releases"],
  ["a release candidate", "2.0.0-rc.1", "/releases"],
  ["a language that is a letter and signs", "C++", "/native"],
  ["another one", "C#", "/native"],
  ["an inflected word", "how do I configure the caches?", "/config"],
  ["Cyrillic", "установка пакет", "/ru"],
  ["Chinese", "如何安装依赖", "/zh"],
  ["Japanese", "デプロイ方法", "/ja"],
  ["a word without its accent", "Ubersicht", "/de"],
  ["a plural of a language that is not stemmed", "Einstellungen", "/de"],
  ["a word with a letter too many", "routting", "/routing"],
  ["a word with two letters swapped", "wacthing", "/watch"],
  ["a long word with two mistakes", "confgiuratoin", "/config"],
  ["two words that the site writes as one", "web socket", "/watch"],
  ["a word that the site writes as two", "headersize", "/config"],
  ["the beginning of a word", "instal welc", "/"],
  ["a page about a word that says nothing elsewhere", "with", "/with"],
])("finds %s", async (_, text, path) => {
  expect((await pathsFor(SITE, text))[0]).toBe(path);
});

test("an error code with another number is another error", async () => {
  expect(await pathsFor(SITE, "TS2346")).toEqual([]);
});

test.each([
  ["nothing", ""],
  ["spaces and signs", "  ?!… --- "],
  ["words that the site does not know", "zqxwvk jjjkkk"],
  ["control characters", "\u0000\u001b[31m\ud800"],
])("answers %s with nothing", async (_, text) => {
  expect(await pathsFor(SITE, text)).toEqual([]);
});

test("finds the passage that answers, with its anchor", async () => {
  const [hit] = await SITE.search({ text: "cache_ttl_seconds", limit: 1 });

  expect(hit?.passages[0]?.chunk).toMatchObject({ headings: ["Cache"], anchor: "cache" });
});

test("names each page once, and no more pages than asked for", async () => {
  const hits = await SITE.search({ text: "page value import server routes documentation", limit: 3 });

  expect(hits).toHaveLength(3);
  expect(new Set(hits.map(({ page }) => page)).size).toBe(3);
});

test("takes a question of 100 kB for its first words, and answers it", async () => {
  const noise = Array.from({ length: 12_000 }, (_, n) => `word${n} wörd${n}`).join(" ");

  expect(await pathsFor(SITE, `How are routes matched? ${noise}`)).toContain("/routing");
});

test("the same question has the same answer", async () => {
  const ask = () => SITE.search({ text: "set the server cache value", limit: 10 });

  expect(await ask()).toEqual(await ask());
});
