import { expect, test } from "vitest";
import { countComponents, withoutFences } from "./describe-site.ts";

test("counts the components of pages, the most used first, and leaves code aside", () => {
  const pages = [
    { text: "<Note>Mind this.</Note>\n\n<Card title='A' />\n" },
    { text: "<Card />\n\nUse `<Tabs>` here.\n\n```jsx\n<Fake />\n```\n\na < B\n" },
  ];

  expect(countComponents(pages)).toEqual([
    ["Card", 2],
    ["Note", 1],
  ]);
});

test("code blocks of a request do not steer the search for its pages", () => {
  expect(withoutFences("Explain retries.\n\n```ts\nimport { timeout } from 'x';\n```\n\nBriefly.")).toBe(
    "Explain retries.\n\n\nBriefly.",
  );
});
