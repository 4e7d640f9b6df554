import { expect, test } from "vitest";
import { tokenize } from "./tokenize.ts";

function namesIn(text: string): string[] {
  const names: string[] = [];
  tokenize(text, (word, isCompound) => names.push(isCompound ? `${word}*` : word));
  return names;
}

test.each([
  ["maxHeaderSize", ["maxheadersize*", "max", "header", "size"]],
  ["parseHTMLPage", ["parsehtmlpage*", "parse", "html", "page"]],
  ["ERR_BAD_REQUEST", ["errbadrequest*", "err", "bad", "request"]],
  ["--no-verify", ["noverify*", "no", "verify"]],
  ["node:fs", ["nodefs*", "node", "fs"]],
  ["TS2345", ["ts2345"]],
  ["v1.20.3", ["1.20.3*", "1.20*"]],
  ["2.0.0-rc.1", ["2.0.0-rc.1*", "2.0.0*", "2.0*"]],
  ["C++, C# and F", ["c++", "c#", "and", "f"]],
  ["End. Next", ["end", "next"]],
  ["Übergröße naïve", ["ubergroße", "naive"]],
  ["安装依赖", ["安装", "装依", "依赖"]],
  ["使用useState钩", ["使用", "usestate*", "use", "state", "钩"]],
  ["a/b/c/d/e/f", ["a", "b", "c", "d", "e", "f"]],
])("names the words of %s", (text, names) => {
  expect(namesIn(text)).toEqual(names);
});

test("cuts a word without end", () => {
  expect(namesIn("x".repeat(10_000))[0]).toHaveLength(64);
});
