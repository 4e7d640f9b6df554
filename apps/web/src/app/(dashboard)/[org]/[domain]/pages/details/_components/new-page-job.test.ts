import { expect, test } from "vitest";
import { addPage } from "./new-page-job.tsx";

test("the prompt of a new job begins with the page", () => {
  expect(addPage("", "docs/upload.md")).toBe("In docs/upload.md: ");
});

test("a prompt that was not sent stays, and names the page once", () => {
  const once = addPage("Explain limits.\n", "docs/upload.md");

  expect(once).toBe("Explain limits.\n\nIn docs/upload.md: ");
  expect(addPage(once, "docs/upload.md")).toBe(once);
});
