import { describe, expect, test } from "vitest";
import { type DashboardRules, refuseDashboard } from "./refuse-dashboard.ts";

const closed: DashboardRules = { isOpen: false, baseUrl: undefined };
const open: DashboardRules = { isOpen: true, baseUrl: "https://docs.example.com" };

function ask(headers: Record<string, string>, { rules = closed, method = "GET", remoteAddress = "127.0.0.1" } = {}) {
  return refuseDashboard({ method, headers: { host: "localhost:3000", ...headers }, remoteAddress }, rules);
}

describe("who may see the dashboard", () => {
  test.each(["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])("answers this machine at %s", (remoteAddress) => {
    expect(ask({}, { remoteAddress })).toBeNull();
  });

  test.each(["192.168.1.5", "::ffff:10.0.0.1", "2001:db8::1", "", "127.evil"])("refuses %j", (remoteAddress) => {
    expect(ask({}, { remoteAddress })).toMatchObject({ status: 403 });
  });

  test.each(["forwarded", "x-forwarded-for", "x-real-ip", "via"])("refuses what a proxy passed on (%s)", (name) => {
    expect(ask({ [name]: "127.0.0.1" })).toMatchObject({ status: 403 });
  });

  test("an open dashboard answers other machines and proxies", () => {
    const headers = { host: "docs.example.com", "x-forwarded-for": "203.0.113.9" };

    expect(ask(headers, { rules: open, remoteAddress: "10.0.0.2" })).toBeNull();
  });
});

describe("names the dashboard answers to", () => {
  test.each(["localhost", "localhost:3000", "127.0.0.1:3000", "[::1]:3000", "x.localhost:3000"])("%s", (host) => {
    expect(ask({ host })).toBeNull();
  });

  test.each([
    "evil.example:3000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "a@localhost",
    "",
    "192.168.1.5",
  ])("refuses %j, which may have been pointed here", (host) => {
    expect(ask({ host })).toMatchObject({ status: 400 });
  });

  test("a bare address is fine once the dashboard is open", () => {
    expect(ask({ host: "192.168.1.5:3000" }, { rules: open, remoteAddress: "192.168.1.9" })).toBeNull();
  });

  test("an open dashboard still refuses foreign names", () => {
    expect(ask({ host: "evil.example" }, { rules: open })).toMatchObject({ status: 400 });
  });
});

describe("requests that change something", () => {
  test("pass from the dashboard itself", () => {
    const headers = { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" };

    expect(ask(headers, { method: "POST" })).toBeNull();
  });

  test("pass behind a proxy that ends TLS, by BASE_URL's origin", () => {
    const headers = { host: "docs.example.com", origin: "https://docs.example.com", "sec-fetch-site": "same-origin" };

    expect(ask(headers, { method: "POST", rules: open })).toBeNull();
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
