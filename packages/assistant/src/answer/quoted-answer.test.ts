import { expect, test } from "vitest";
import { quoteAnswer } from "./quoted-answer.ts";
import { createSources } from "./sources.ts";
import { siteOf } from "./testing-answers.ts";

/** Quotes from all passages of the pages, in their order. */
async function quote(question: string, files: Record<string, string>, carried = "") {
  const site = await siteOf(files);
  const sources = createSources();
  for (const page of site.retriever.pages()) for (const chunk of page.chunks) sources.add(page, chunk);
  const { category, pieces } = quoteAnswer({ text: question, carried }, sources.all());
  return { category, text: pieces.join(""), pieces };
}

test("code that follows what is quoted comes with it, as a whole", async () => {
  const code = `\`\`\`yaml\n${Array.from({ length: 60 }, (_, at) => `key${at}: value`).join("\n")}\n\`\`\``;
  const { text } = await quote("How do I configure the proxy?", {
    "proxy.md": `# Proxy\n\nWrite this to configure the proxy:\n\n${code}\n\nAnd something else entirely.\n`,
  });

  expect(text).toContain(`> Write this to configure the proxy:\n\n${code}\n`);
  expect(text).not.toContain("something else");
});

test("of a long paragraph the telling sentences are quoted, in their order", async () => {
  const filler = Array.from({ length: 20 }, (_, at) => `Sentence ${at} is about the weather of that day.`).join(" ");
  const { text } = await quote("When does the token expire?", {
    "token.md": `# Token\n\nA token is a key. ${filler} The token does expire after an hour. ${filler}\n`,
  });

  expect(text).toContain("The token does expire after an hour.");
  expect(text.length).toBeLessThan(900);
});

test("lists and tables are quoted as they are", async () => {
  const { text } = await quote("Which regions are there?", {
    "regions.md": "# Regions\n\nThe regions are:\n\n- regions in the north\n- regions in the south\n",
  });

  expect(text).toContain("> - regions in the north\n> - regions in the south");
});

test("tags of components are left out", async () => {
  const { text } = await quote("How do I install it?", {
    "install.mdx": '# Install\n\n<Note title="x">\n\nInstall it with npm.\n\n</Note>\n',
  });

  expect(text).toContain("> Install it with npm.");
  expect(text).not.toContain("Note");
});

test("passages that hold less of the question than the best one are not quoted", async () => {
  const { text } = await quote("How do I rotate an API key?", {
    "keys.md": "# Keys\n\nRotate an API key every month.\n",
    "api.md": "# API\n\nThe API speaks JSON.\n",
  });

  expect(text).toContain("Rotate an API key every month.");
  expect(text).not.toContain("JSON");
});

test("a single word is answered by a passage about it, and not by one that mentions it", async () => {
  const flags = { "flags.md": "# Flags\n\nA value is a limit, a price or a list of banners.\n" };

  expect(await quote("pricing", flags)).toMatchObject({
    category: "unanswered",
    text: expect.stringContaining("> A value is a limit, a price"),
  });
  expect((await quote("flags", flags)).category).toBe("answered");
  const plans = { "plans.md": "# Plans\n\nThe price is $5. Teams have a lower price.\n" };
  expect((await quote("pricing", plans)).category).toBe("answered");
});

test("what no passage holds half of is not answered; the nearest passage is shown as that", async () => {
  const { text, category } = await quote("How do I rotate the certificates of the kubernetes operator nightly?", {
    "keys.md": "# Keys\n\nRotate keys every month.\n",
    "operator.md": "# Kubernetes operator\n\nThe operator runs in the cluster.\n",
  });

  expect(category).toBe("unanswered");
  expect(text).toMatch(/^The documentation doesn't seem to answer this\. The nearest pages:\n\n- Keys \[1\]\n- Kube/);
  expect(text).toContain("> The operator runs in the cluster.");
});

test("Chinese and Japanese are answered like any other language", async () => {
  const { text, category } = await quote("設定ファイルはどこですか", {
    "settings.md": "# 設定\n\n設定ファイルは /etc/harbor です。\n",
    "other.md": "# 概要\n\n港はファイルを保存します。\n",
  });

  expect(category).toBe("answered");
  expect(text).toContain("> 設定ファイルは /etc/harbor です。");
});

test("without any passage it says only that", async () => {
  expect(quoteAnswer({ text: "Why?", carried: "" }, [])).toEqual({
    category: "unanswered",
    pieces: ["The documentation doesn't seem to answer this.\n"],
  });
});

test("words carried over from the question before lean a quotation, and do not make it", async () => {
  const files = {
    "cli.md": "# CLI\n\nInstall the CLI on Windows with npm.\n",
    "ssr.md": "# SSR\n\nSSR is rendering on the server.\n",
  };

  const changed = await quote("What is SSR?", files, "install CLI Windows");
  const leaning = await quote("And macOS?", files, "install CLI");

  expect(changed).toMatchObject({ category: "answered", text: expect.stringContaining("rendering on the server") });
  expect(changed.text).not.toContain("npm");
  expect(leaning.category).toBe("unanswered");
});
