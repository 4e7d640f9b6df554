import { leastCpuMs } from "@docsteward/platform/testing-cpu";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestTools, type TestTools } from "../testing.ts";
import { stripForeignLinks } from "./leak-checks.ts";

const OWN = ["https://docs.steward.test/jobs/1", "https://git.test/acme/docs"];

let tools: TestTools;
beforeAll(async () => {
  tools = await openTestTools({
    "index.mdx": "See https://known.example/start for more, or plain.example. Also http://ported.example:8080/.\n",
    "package.json": '{ "homepage": "https://home.test" }\n',
  });
});
afterAll(() => tools[Symbol.asyncDispose]());

const strip = (text: string) => stripForeignLinks(text, { workspace: tools.workspace, own: OWN });

test.each([
  ["a bare address", "See https://evil.test/x?q=1.", "See (link to evil.test removed)."],
  ["a link", "[a](https://evil.test/#x)", "[a]((link to evil.test removed))"],
  ["an image", "![](https://evil.test/i.png)", "![]((link to evil.test removed))"],
  ["a reference", "[a]: https://evil.test/x 'title'", "[a]: (link to evil.test removed) 'title'"],
  ["an autolink", "<https://evil.test/x>", "<(link to evil.test removed)>"],
  ["HTML", '<img src="https://evil.test/i.png">', '<img src="(link to evil.test removed)">'],
  ["HTML without quotes", "<img src=//evil.test/i.png>", "<img src=(link to evil.test removed)>"],
  ["an address without scheme", "[a](//evil.test/x)", "[a]((link to evil.test removed))"],
  [
    "backslashes",
    "[a](\\\\evil.test/x) [b](/\\evil.test)",
    "[a]((link to evil.test removed)) [b]((link to evil.test removed))",
  ],
  ["a scheme without slashes", "[a](https:evil.test/x)", "[a]((link to evil.test removed))"],
  [
    "another scheme",
    "ftp://evil.test/x and ssh://evil.test",
    "(link to evil.test removed) and (link to evil.test removed)",
  ],
  ["capitals", "HTTPS://EVIL.TEST/x", "(link to evil.test removed)"],
  ["www", "Go to www.evil.test/x now", "Go to (link to evil.test removed) now"],
  ["a name before the host", "https://known.example@evil.test/x", "(link to evil.test removed)"],
  ["character references", "<a href='&#104;ttps&colon;//evil.test'>", "<a href='(link to evil.test removed)'>"],
  ["a long number", "<a href='&#0000000000104;ttps://evil.test'>", "<a href='(link to evil.test removed)'>"],
  [
    "invisible characters",
    "https://ev\u200bil.test/x and \u202ehttps://evil.test",
    "(link to evil.test removed) and (link to evil.test removed)",
  ],
  ["a port that the docs do not name", "https://known.example:8443/", "(link to known.example:8443 removed)"],
  ["a host that only ends like a known one", "https://evilknown.example/", "(link to evilknown.example removed)"],
  ["a host that is the end of a known one", "https://own.example/", "(link to own.example removed)"],
  ["a host that is the beginning of a known one", "https://known.ex/", "(link to known.ex removed)"],
  ["a host below a known one", "https://a.known.example/", "(link to a.known.example removed)"],
  [
    "a host that a known one only begins like",
    "https://known.example.evil.test/",
    "(link to known.example.evil.test removed)",
  ],
  ["a host as a number", "http://3232235777/x", "(link to 192.168.1.1 removed)"],
  ["a title", "Fix typo, see https://evil.test", "Fix typo, see (link to evil.test removed)"],
])("%s is taken out", async (_, text, stripped) => {
  expect(await strip(text)).toBe(stripped);
});

test.each([
  "https://known.example/?q=1#x",
  "**[a](https://known.example/a_(b))**",
  "https://plain.example/x",
  "http://ported.example:8080/x",
  "https://home.test/x",
  "https://docs.steward.test/jobs/2",
  "https://git.test/acme/docs/pull/1",
  "http://localhost:3000/x",
  "[a](/guides/install) and [b](../x.md#y), `a // b`, C:\\temp, 12:30, a/b//c.md",
  "Use `import x from 'y'` // not this one",
  "👩‍🚀 and می‌خواهم",
])("%s stays", async (text) => {
  expect(await strip(text)).toBe(text);
});

test("an edit of the job does not vouch for its own link, and takes none away", async () => {
  await using changed = await openTestTools({ "index.mdx": "Hello from https://old.test/.\n" });
  await changed.call("read", { path: "index.mdx" });
  await changed.call("edit", { path: "index.mdx", old: "Hello", new: "See https://evil.test/start. Hello" });
  const { workspace } = changed;

  expect(await stripForeignLinks("https://evil.test/ https://old.test/", { workspace, own: [] })).toBe(
    "(link to evil.test removed) https://old.test/",
  );
});

test.each(["https://", "://", "//", "www.", "[a](//", "https:", ":", "\\\\", "&#104;", "http://a ", "((((", "a"])(
  "the cost of many %j grows with their number alone",
  async (piece) => {
    const text = (size: number) => piece.repeat(Math.ceil(size / piece.length));
    const cost = (size: number, enoughMs: number) => leastCpuMs(() => strip(text(size)), { enoughMs });
    await cost(16_000, Number.POSITIVE_INFINITY);
    const enoughMs = Math.max(await cost(16_000, Number.POSITIVE_INFINITY), 20) * 24;
    expect(await cost(128_000, enoughMs)).toBeLessThanOrEqual(enoughMs);
  },
);
