import { expect, test } from "vitest";
import { toCsvLine } from "./responses.ts";

test("cells stand between commas, and a line ends as RFC 4180 says", () => {
  expect(toCsvLine(["a", 1.5, null, "b c"])).toBe("a,1.5,,b c\r\n");
});

test("commas, quotes and line breaks are quoted", () => {
  expect(toCsvLine(["a,b", 'say "hi"', "two\nlines"])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠SUM(A1)"])(
  "%j is a text and no formula",
  (text) => {
    expect(toCsvLine([text])).toMatch(/^"?'/);
  },
);

test("a figure below nothing stays a figure", () => {
  expect(toCsvLine([-1])).toBe("-1\r\n");
});
