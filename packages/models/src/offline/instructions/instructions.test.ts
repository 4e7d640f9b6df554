import { describe, expect, test } from "vitest";
import { docsInMemory } from "../testing/docs-in-memory.ts";
import { runOffline } from "../testing/run-offline.ts";
import { SAMPLE_SITE } from "../testing/sample-site.ts";

globalThis.AI_SDK_LOG_WARNINGS = false;

const changedFiles = (files: Record<string, string>) =>
  [...new Set([...Object.keys(files), ...Object.keys(SAMPLE_SITE)])]
    .filter((path) => files[path] !== SAMPLE_SITE[path])
    .sort();

describe("replace", () => {
  test("changes prose, titles, navigation and code, updates anchors, and leaves addresses alone", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(docs, 'rename the product "Glimmer" to "Lanternfish"');

    expect(docs.files["docs/index.mdx"]).toBe(`---
title: Lanternfish
description: What Lanternfish is
---

Lanternfish keeps flags. Start with the [quickstart](/quickstart), then [install](./guides/install#behind-a-proxy).

## What is Lanternfish

See [webhooks](/guides/webhooks#receiving) and the [old way](/guides/legacy "old").

<Card title="Install Lanternfish" href="/guides/install" />
`);
    expect(docs.files["docs/quickstart.mdx"]).toBe(`---
title: Quickstart
---

import { Note } from "/snippets/Glimmer/note.mdx";

Read [what it is](/#what-is-lanternfish) or [here](index.mdx#what-is-lanternfish). Download from https://Glimmer.example.com/get.

\`\`\`bash
# Start Lanternfish
/opt/Glimmer/bin/glimmer start
\`\`\`
`);
    expect(docs.files["docs/docs.json"]).toContain('"name": "Lanternfish Docs"');
    expect(docs.files["README.md"]).toContain("# Docs of Lanternfish");
    expect(docs.finish).toMatchObject({ title: 'Replace "Glimmer" with "Lanternfish"' });
    expect(docs.finish?.noChange).toBeUndefined();
    expect(docs.finish?.summary).toContain(
      "Not replaced in URLs, imports and component names: `docs/quickstart.mdx:5`",
    );
    expect(docs.todos).toEqual([expect.objectContaining({ status: "completed" })]);
    expect(docs.calls.slice(-3)).toEqual(["diff", "validate", "finish"]);
  });

  test("in one page touches no other", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(docs, 'replace "Webhooks" with "Hooks" in guides/install');

    expect(changedFiles(docs.files)).toEqual(["docs/guides/install.mdx"]);
    expect(docs.files["docs/guides/install.mdx"]).toContain("- [Hooks](webhooks)");
  });

  test("finds nothing to do when it was done before", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(
      docs,
      'replace "the old way" with "the new way" everywhere\nreplace "Install it" with "Install it now"',
    );
    await runOffline(docs, 'replace "Install it" with "Install it now" everywhere');

    expect(docs.files["docs/guides/install.mdx"]).toContain('title: "Install it now"\n');
    expect(docs.finish?.summary).toContain("Nothing to replace");
  });

  test("keeps CRLF, a byte order mark and a missing final newline", async () => {
    const docs = docsInMemory({ "a.md": "\uFEFF# One\r\n\r\nFoo and\r\nFoo, Foobar\r\nfoo and /Foo" });

    await runOffline(docs, 'replace "Foo" with "Bar" everywhere');

    expect(docs.files["a.md"]).toBe("\uFEFF# One\r\n\r\nBar and\r\nBar, Foobar\r\nfoo and /Bar");
  });

  test("reaches every page when a search is cut, and stops at what a job may change", async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`p${index}.md`, "Foo\nFoo\nFoo\nFoo\nFoo\n"]),
    );
    const docs = docsInMemory(pages, { maxMatches: 40 });

    await runOffline(docs, 'replace "Foo" with "Bar" everywhere');

    expect(Object.values(docs.files).filter((text) => text === "Bar\nBar\nBar\nBar\nBar\n")).toHaveLength(50);
    expect(docs.finish?.summary).toContain("Stopped at 50 files");
  });

  test("reads a page of many lines in pieces and edits the right places", async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) =>
      index % 400 === 0 ? `Foo ${index} https://Foo.io` : `line ${"x".repeat(30)}`,
    );
    const docs = docsInMemory({ "long.md": lines.join("\n") });

    await runOffline(docs, 'replace "Foo" with "Bar" everywhere');

    expect(docs.files["long.md"]).toBe(lines.map((line) => line.replace("Foo ", "Bar ")).join("\n"));
  });
});

describe("create a page", () => {
  test("writes it and enters it in the navigation beside its neighbours", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(docs, 'create page guides/backup titled "Back up: how" saying "Run it nightly.\n\nThen rest."');

    expect(docs.files["docs/guides/backup.mdx"]).toBe(
      '---\ntitle: "Back up: how"\n---\n\nRun it nightly.\n\nThen rest.\n',
    );
    expect(docs.files["docs/docs.json"]).toContain('          "guides/webhooks"\n        ]');
    expect(JSON.parse(docs.files["docs/docs.json"] ?? "").navigation.groups[2].pages).toEqual([
      "guides/legacy",
      "guides/backup",
    ]);
    expect(changedFiles(docs.files)).toEqual(["docs/docs.json", "docs/guides/backup.mdx"]);
  });

  test("does nothing when the page exists", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(docs, 'create page guides/install.mdx titled "Install" saying "x"');

    expect(changedFiles(docs.files)).toEqual([]);
    expect(docs.finish).toMatchObject({ noChange: true, summary: expect.stringContaining("already exists") });
  });
});

describe("add a section", () => {
  test("puts it before a closing section", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(docs, 'Add a section "Offline" to the page "Install it" saying "Copy the archive."');

    expect(docs.files["docs/guides/install.mdx"]).toBe(
      SAMPLE_SITE["docs/guides/install.mdx"]?.replace(
        "## Next steps",
        "## Offline\n\nCopy the archive.\n\n## Next steps",
      ),
    );
  });

  test("puts it at the end of a page without one, and not a second time", async () => {
    const docs = docsInMemory(SAMPLE_SITE);
    const prompt = 'add a section "Offline" to quickstart saying "Copy it."';

    await runOffline(docs, prompt);
    const once = docs.files["docs/quickstart.mdx"];
    const again = docsInMemory(docs.files);
    await runOffline(again, prompt);

    expect(once).toBe(`${SAMPLE_SITE["docs/quickstart.mdx"]?.trimEnd()}\n\n## Offline\n\nCopy it.\n`);
    expect(again.finish).toMatchObject({ noChange: true, summary: expect.stringContaining("already") });
  });
});

describe("move a page", () => {
  test("takes its links, the links to it and its navigation entry along", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(docs, "move page guides/install to start/setup and update all links");

    expect(docs.files["docs/guides/install.mdx"]).toBeUndefined();
    expect(docs.files["docs/start/setup.mdx"]).toBe(`---
title: "Install it"
---

First the [quickstart](../quickstart.mdx). ![Diagram](../images/install.svg)

## Behind a proxy

Back [home](../), or to [webhooks](../guides/webhooks#receiving) or [this page](#behind-a-proxy).

## Next steps

- [Webhooks](../guides/webhooks)
`);
    expect(docs.files["docs/guides/webhooks.mdx"]).toContain("[install](../start/setup.mdx#behind-a-proxy)");
    expect(docs.files["docs/index.mdx"]).toContain("[install](./start/setup#behind-a-proxy)");
    expect(docs.files["docs/index.mdx"]).toContain('<Card title="Install Glimmer" href="/start/setup" />');
    expect(docs.files["docs/docs.json"]).toBe(SAMPLE_SITE["docs/docs.json"]?.replace("guides/install", "start/setup"));
    expect(docs.finish?.title).toBe("Move docs/guides/install.mdx to docs/start/setup.mdx");
  });

  test("renames within a folder by a bare name, finding the page by its title", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(docs, 'rename the page "Install it" to setup');

    expect(docs.files["docs/guides/setup.mdx"]).toContain("[webhooks](./webhooks#receiving)");
    expect(docs.files["docs/guides/webhooks.mdx"]).toContain("[install](setup.mdx#behind-a-proxy)");
  });

  test("is refused when the target exists", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(docs, "rename guides/install.mdx to guides/webhooks.mdx");

    expect(changedFiles(docs.files)).toEqual([]);
    expect(docs.finish?.summary).toContain("already exists");
    expect(docs.todos[0]?.status).toBe("cancelled");
  });
});

describe("delete a page", () => {
  test("turns links to it into text and takes its group out of the navigation", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(docs, "delete page guides/legacy");

    expect(docs.files["docs/guides/legacy.mdx"]).toBeUndefined();
    expect(docs.files["docs/index.mdx"]).toContain("and the old way.");
    expect(docs.files["docs/guides/webhooks.mdx"]).toBe(
      SAMPLE_SITE["docs/guides/webhooks.mdx"]
        ?.replace("[legacy][old]", "legacy")
        .replace("[old]: /guides/legacy\n", ""),
    );
    expect(JSON.parse(docs.files["docs/docs.json"] ?? "").navigation.groups).toHaveLength(2);
    expect(docs.finish?.summary).toContain("2 links to it became plain text");
  });

  test("asks back when the name fits two pages, and says so when it fits none", async () => {
    const docs = docsInMemory({ "a/setup.md": "x", "b/setup.md": "y" });

    await runOffline(docs, "delete the page setup\ndelete page nothing/here");

    expect(Object.keys(docs.files)).toHaveLength(2);
    expect(docs.finish?.summary).toContain("“setup” may be `a/setup.md` or `b/setup.md`");
    expect(docs.finish?.summary).toContain("Page “nothing/here” not found");
  });
});

describe("fix a typo", () => {
  test("uses the common spelling, and leaves code alone", async () => {
    const docs = docsInMemory(SAMPLE_SITE);

    await runOffline(docs, 'fix the typo "recieve"');

    expect(docs.files["docs/guides/webhooks.mdx"]).toBe(
      SAMPLE_SITE["docs/guides/webhooks.mdx"]?.replace("You recieve", "You receive"),
    );
    expect(docs.finish?.summary).toContain("Not replaced in code and URLs: `docs/guides/webhooks.mdx:9`");
  });

  test("finds the right word in the vocabulary of the docs", async () => {
    const docs = docsInMemory({
      "a.md": "A flagg is set.\nFlagg.\n",
      "b.md": "The flag, a flag, every flag and flags.\n",
    });

    await runOffline(docs, 'fix the typo "flagg"');

    expect(docs.files["a.md"]).toBe("A flag is set.\nFlag.\n");
  });

  test("changes nothing when two words are as likely, or none is near", async () => {
    const docs = docsInMemory({ "a.md": "One flaf, and zzzyx.\n", "b.md": "flag flag flag flat flat flat\n" });

    await runOffline(docs, 'fix the typo "flaf"; fix the typo "zzzyx"');

    expect(docs.files["a.md"]).toBe("One flaf, and zzzyx.\n");
    expect(docs.finish).toMatchObject({ noChange: true });
    expect(docs.finish?.summary).toContain('fix the typo "zzzyx" to "…"');
  });

  test("in a heading updates links to its anchor", async () => {
    const docs = docsInMemory({
      "a.md": "## Recieve it\n\n[x](#recieve-it)\n",
      "b.md": "[y](a.md#recieve-it) [z](c.md#recieve-it)\n",
    });

    await runOffline(docs, 'fix the typo "recieve" to "receive"');

    expect(docs.files).toEqual({
      "a.md": "## Receive it\n\n[x](#receive-it)\n",
      "b.md": "[y](a.md#receive-it) [z](c.md#recieve-it)\n",
    });
  });
});
