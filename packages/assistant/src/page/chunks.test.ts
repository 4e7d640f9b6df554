import { expect, test } from "vitest";
import { splitText } from "./chunks.ts";

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join("\n");

test("leaves a short text unchanged", () => {
  expect(splitText("One.\n\nTwo.", 100)).toEqual(["One.\n\nTwo."]);
});

test("cuts between blocks, and leaves a fence whole where it fits", () => {
  const fence = "```sh\nfirst\n\nsecond\n```";
  const pieces = splitText(`${"Text. ".repeat(10).trim()}\n\n${fence}\n\nEnd.`, 70);

  expect(pieces).toEqual(["Text. ".repeat(10).trim(), `${fence}\n\nEnd.`]);
});

test("keeps a line that announces what follows with it", () => {
  const fence = `\`\`\`\n${"x".repeat(50)}\n\`\`\``;

  expect(splitText(`Before it.\n\nFor example:\n\n${fence}`, 80)).toEqual(["Before it.", `For example:\n\n${fence}`]);
});

test("closes and opens again a fence that is too long", () => {
  const pieces = splitText(`\`\`\`ts title="a.ts"\n${lines(30, (n) => `const a${n} = ${n};`)}\n\`\`\``, 200);

  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces) expect(piece).toMatch(/^```ts title="a\.ts"\n[^`]+\n```$/);
  expect(pieces.join("\n")).toContain("const a29");
});

test("repeats the head of a table that is too long", () => {
  const pieces = splitText(`| Name | Type |\n| --- | --- |\n${lines(20, (n) => `| option${n} | text |`)}`, 150);

  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces) expect(piece).toMatch(/^\| Name \| Type \|\n\| --- \| --- \|\n\| option/);
});

test("cuts a paragraph without end at sentences, and loses no word of it", () => {
  const text = Array.from({ length: 60 }, (_, n) => `Sentence number ${n}.`).join(" ");
  const pieces = splitText(text, 300);

  for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(300);
  expect(pieces.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
});

test("no piece is longer than asked for, whatever the text", () => {
  const texts = [
    "x".repeat(5_000),
    "文".repeat(3_000),
    `\`\`\`\n${"y".repeat(4_000)}\n\`\`\``,
    `- ${"item ".repeat(900)}`,
  ];

  for (const text of texts) for (const piece of splitText(text, 500)) expect(piece.length).toBeLessThanOrEqual(500);
});

test("a list that is cut repeats the sentence that leads to it", () => {
  const items = (count: number) => Array.from({ length: count }, (_, n) => `- The region number ${n} of all regions`);

  for (const list of [items(20).join("\n"), items(20).join("\n\n")]) {
    const pieces = splitText(`Introduction.\n\nThese are the regions\n\n${list}\n\nThe end.`, 300);

    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces.filter((text) => text.includes("- The region")))
      expect(piece).toMatch(/These are the regions\n\n- The region/);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(300);
    for (let n = 0; n < 20; n += 1) expect(pieces.join("\n")).toContain(`number ${n} of`);
  }
});

test("a list begins with the sentence that leads to it", () => {
  const pieces = splitText(`${"Text. ".repeat(40)}\n\nThe regions are these\n\n- north\n- south`, 260);

  expect(pieces.at(-1)).toBe("The regions are these\n\n- north\n- south");
});
