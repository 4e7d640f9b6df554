import { expect, test } from "vitest";
import { packNames, unpackNames } from "./packed-names.ts";

test("names come out as they went in, in their order, empty ones and ones with line breaks among them", () => {
  for (const names of [[], [""], ["a.md", "", "b\nc.md", "é/ü.mdx", ""]])
    expect(unpackNames(packNames(names))).toEqual(names);
});
