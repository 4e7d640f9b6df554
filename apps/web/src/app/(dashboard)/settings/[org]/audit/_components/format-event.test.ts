import { expect, test } from "vitest";
import { formatAuditEvent } from "./format-event.ts";

test("an action is said in words", () => {
  expect(formatAuditEvent.action("member.invitation_revoked")).toBe("Member invitation revoked");
});

test("details leave out what says nothing", () => {
  const details = { name: "ci", expiresAt: null, scopes: ["read", "write"], origins: [], quota: 0 };

  expect(formatAuditEvent.details(details)).toBe("name: ci · scopes: read, write · origins: none · quota: 0");
});

test("times and names are readable, and an endpoint without an event list gets all events", () => {
  const details = { expiresAt: "2027-02-20T03:13:11.171Z", events: [] };

  expect(formatAuditEvent.details(details)).toBe("expires at: 2027-02-20 03:13 UTC · events: all");
});
