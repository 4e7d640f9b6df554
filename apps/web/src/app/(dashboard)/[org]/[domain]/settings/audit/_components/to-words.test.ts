import { expect, test } from "vitest";
import { toWords } from "./to-words.ts";

test("an action is said in words", () => {
  expect(toWords.action("member.invitation_revoked")).toBe("Member invitation revoked");
});

test("details leave out what says nothing", () => {
  const details = { name: "ci", expiresAt: null, scopes: ["read", "write"], origins: [], quota: 0 };

  expect(toWords.details(details)).toBe("name: ci · scopes: read, write · origins: none · quota: 0");
});
