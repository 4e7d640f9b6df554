import { expect, test } from "vitest";
import { rejectMalformedRequest } from "./guard-request.ts";

test.each(["TRACE", "CONNECT", "PROPFIND", "get"])("%s is no method of this service", (method) => {
  expect(rejectMalformedRequest(method, "/v2/agent/x/jobs")).toMatchObject({
    code: "method_not_allowed",
    options: { headers: { Allow: "GET, HEAD, OPTIONS, POST" } },
  });
});

test.each([
  "/v2/agent/%",
  "/v2/agent/%zz/jobs",
  "/%ff",
  "/%c3%28",
  "/%ed%a0%80",
  "/v2/agent/%00",
  "*",
  "",
  "http://elsewhere/v2",
])("%j is no address", (target) => {
  expect(rejectMalformedRequest("GET", target)).toMatchObject({ code: "invalid_request" });
});

test.each(["/", "/v2/agent/%20/jobs", "/%F0%9F%92%A5", "/v2/agent/x/jobs?limit=%zz&%"])("%j is one", (target) => {
  expect(rejectMalformedRequest("GET", target)).toBeNull();
});

test.each(["*", "", "http://elsewhere/v2", "elsewhere:443"])("%j is no path", (target) => {
  expect(rejectMalformedRequest("OPTIONS", target)).toMatchObject({
    code: "invalid_request",
    message: "The URL is invalid. Send only its path, starting with a slash.",
  });
});

test("an address has a hundred parameters at most", () => {
  const ask = (count: number) =>
    rejectMalformedRequest("GET", `/sign-in?${Array.from({ length: count }, () => "a").join("&")}`);

  expect(ask(100)).toBeNull();
  expect(ask(101)).toMatchObject({
    code: "invalid_request",
    message: "The URL has 101 parameters; send at most 100.",
  });
});

test("a path has 4,096 characters at most, and its parameters do not count", () => {
  const ask = (count: number) => rejectMalformedRequest("GET", `/${"a".repeat(count - 1)}?next=${"b".repeat(5_000)}`);

  expect(ask(4_096)).toBeNull();
  expect(ask(4_097)).toMatchObject({
    code: "invalid_request",
    message: "The URL's path has 4097 characters; send at most 4096.",
  });
});
