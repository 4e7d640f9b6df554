import { expect, test } from "vitest";
import { redactPath } from "./guard-request.ts";

test.each([
  ["/invite/WjTcmMFXFCAcrAsX", "/invite/…"],
  ["//invite/WjTcmMFXFCAcrAsX/", "//invite/…/"],
  ["/acme/docs/jobs", "/acme/docs/jobs"],
  ["/invite", "/invite"],
])("%s is logged as %s", (path, logged) => {
  expect(redactPath(path)).toBe(logged);
});
