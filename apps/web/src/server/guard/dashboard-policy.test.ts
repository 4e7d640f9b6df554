import { describe, expect, test } from "vitest";
import { type DashboardRules, rejectForeignRequest } from "./dashboard-policy.ts";

const plain: DashboardRules = { baseUrl: undefined };
const named: DashboardRules = { baseUrl: "https://docs.example.com" };

function ask(headers: Record<string, string>, { rules = plain, method = "GET" } = {}) {
  return rejectForeignRequest({ method, headers: { host: "localhost:3000", ...headers } }, rules);
}

describe("names the dashboard answers to", () => {
  test.each(["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "x.localhost:3000", "192.168.1.5:3000"])(
    "%s",
    (host) => {
      expect(ask({ host })).toBeNull();
    },
  );

  test.each(["evil.example:3000", "localhost.evil.example", "127.0.0.1.evil.example", "a@localhost", ""])(
    "refuses %j, which may have been pointed here",
    (host) => {
      expect(ask({ host })).toMatchObject({ status: 400 });
    },
  );

  test("the name in BASE_URL is one, and others still are not", () => {
    expect(ask({ host: "docs.example.com" }, { rules: named })).toBeNull();
    expect(ask({ host: "evil.example" }, { rules: named })).toMatchObject({ status: 400 });
  });
});

describe("requests that change something", () => {
  test("pass from the dashboard itself", () => {
    const headers = { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" };

    expect(ask(headers, { method: "POST" })).toBeNull();
  });

  test("pass from a form of a page without a referrer, whose origin is null", () => {
    const headers = { origin: "null", "sec-fetch-site": "same-origin" };

    expect(ask(headers, { method: "POST" })).toBeNull();
  });

  test("pass behind a proxy that ends TLS, by BASE_URL's origin", () => {
    const headers = { host: "docs.example.com", origin: "https://docs.example.com", "sec-fetch-site": "same-origin" };

    expect(ask(headers, { method: "POST", rules: named })).toBeNull();
  });

  test.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:4000" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: "http://localhost:3000" },
    { "sec-fetch-site": "none" },
  ])("are refused from %j", (headers) => {
    expect(ask(headers, { method: "POST" })).toMatchObject({ status: 403 });
  });

  test("a foreign page may still link here", () => {
    expect(ask({ "sec-fetch-site": "cross-site" })).toBeNull();
  });
});
