import { expect, test } from "vitest";
import { DEFAULT_LOOK, SNIPPETS } from "./widget-snippets.ts";

const HOST = "https://docsteward.example.com";

test.for(SNIPPETS)("the snippet for $name has the chosen look, and nothing that is the default", ({ write }) => {
  const plain = write(HOST, DEFAULT_LOOK);
  const chosen = write(HOST, { ...DEFAULT_LOOK, mode: "panel", language: "de" });

  expect(plain).toContain(`${HOST}/widget.js`);
  expect(plain).toContain("svc_dsc_…");
  expect(plain).not.toMatch(/mode|language|accent/);
  expect(chosen).toMatch(/mode.{0,4}"panel"/);
  expect(chosen).toMatch(/language.{0,4}"de"/);
});
