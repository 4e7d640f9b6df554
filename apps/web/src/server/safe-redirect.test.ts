import { expect, test } from "vitest";
import { safeRedirectPath } from "./safe-redirect.ts";

test.each(["/", "/acme/acme-docs/jobs?status=failed", "/acme/acme-docs/jobs/job_1#changes", "/account"])(
  "goes on to %s",
  (next) => {
    expect(safeRedirectPath(next)).toBe(next);
  },
);

test.each([
  undefined,
  "",
  "acme",
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "\\\\evil.example",
  "/x/..//evil.example",
  "javascript:alert(1)",
  "http:/evil.example",
  "/sign-in?next=/sign-in",
  "/api/trpc/session.signOut",
  ["/a", "/b"],
])("goes to the start in place of %j", (next) => {
  expect(safeRedirectPath(next)).toBe("/");
});
