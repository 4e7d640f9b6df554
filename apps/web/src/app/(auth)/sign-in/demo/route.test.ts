import { CLIENT_ADDRESS_HEADER } from "@docsteward/services/sign-in/client-address";
import { createDemoLink } from "@docsteward/services/sign-in/demo";
import { seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appTest } from "#testing/test-app.ts";
import { GET } from "./route.ts";

const test = appTest();
test.beforeAll(({ services }) => seedProject(services));

const open = (link: string, address = "127.0.0.1") =>
  GET(new Request(link, { headers: { [CLIENT_ADDRESS_HEADER]: address } }));
const AWAY = "/sign-in?error=demo_link&next=%2Facme%2Fdocs";

test("the demo's link signs in once, and then leads to the sign-in page, which says why", async ({ services }) => {
  const link = await createDemoLink(services, { next: "/acme/docs" });

  const first = await open(link);
  const second = await open(link);

  expect(first.headers.get("location")).toBe("/acme/docs");
  expect(first.headers.getSetCookie()).not.toEqual([]);
  expect(second.status).toBe(303);
  expect(second.headers.get("location")).toBe(AWAY);
  expect(second.headers.getSetCookie()).toEqual([]);
});

test("the demo's link does not work from another machine", async ({ services }) => {
  const link = await createDemoLink(services, { next: "/acme/docs" });

  const response = await open(link, "203.0.113.7");

  expect(response.headers.get("location")).toBe(AWAY);
  expect(response.headers.getSetCookie()).toEqual([]);
});
