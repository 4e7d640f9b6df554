import { expect, test } from "vitest";
import { parsePage } from "./parse-page.ts";

const links = (text: string) => parsePage("a.md", text).links.map(({ url }) => url);

test("what reads like a link in a formula is none", () => {
  expect(links("Let $f[x](y)$ be $\\mathcal{F}[f](\\xi)$.\n")).toEqual([]);
  expect(links("$$\nf = A[i](j)\n$$\n")).toEqual([]);
  expect(links("\\begin{align}\nu[x](v)\n\\end{align}\n\nSo \\\\( g[x](z) \\\\) holds.\n")).toEqual([]);
});

test("a link beside formulas and sums of money stays one", () => {
  expect(links("It costs $5, see [a](a.md), and $6 by [b](b#c).\n")).toEqual(["a.md", "b#c"]);
  expect(links("Let $x$ be [a](lamp).\n\n$$\nx\n$$\n\n[b](oil)\n")).toEqual(["lamp", "oil"]);
});
