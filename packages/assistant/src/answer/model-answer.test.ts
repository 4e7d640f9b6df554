import { expect, test } from "vitest";
import { closingFence } from "./model-answer.ts";

test.each([
  ["in a block", "Run:\n\n```sh\nharbor st", "```"],
  ["in the line that opens one", "Run:\n\n````sh", "````"],
  ["in a block of tildes that holds ticks", "~~~md\n```\n", "~~~"],
  ["in a block of a list", "1. Run:\n\n   ```sh\n   harbor", "   ```"],
  ["in a block that begins with its list's item", "- ```sh\n  harbor", "  ```"],
  ["in a block of a quote", "> ```sh\n> harbor", "> ```"],
])("a text that ends %s is closed where that stands", (_, text, expected) => {
  expect(closingFence(text)).toBe(expected);
});

test.each([
  ["in prose", "Run `harbor"],
  ["behind a block", "```sh\nharbor\n```\n\nThen"],
  ["with a block", "> ```sh\n> harbor\n> ```"],
  ["with nothing", ""],
])("a text that ends %s needs nothing", (_, text) => {
  expect(closingFence(text)).toBeNull();
});
