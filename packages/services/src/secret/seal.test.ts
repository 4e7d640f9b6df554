import { expect, test } from "vitest";
import { seal, unseal } from "./seal.ts";

const secret = "a server secret of 32 characters";
const purpose = { name: "webhook-secret", rowId: "whk_1" } as const;

test("a sealed text opens again, and no two sealings look alike", () => {
  const sealed = seal(secret, purpose, "whsec_ä");

  expect(unseal({ keySecret: secret }, purpose, sealed)).toBe("whsec_ä");
  expect(seal(secret, purpose, "whsec_ä")).not.toBe(sealed);
  expect(sealed).not.toContain("whsec");
});

test("it does not open with another secret, in another row, or changed", () => {
  const sealed = seal(secret, purpose, "text");
  const changed = `${sealed.slice(0, -1)}${sealed.endsWith("A") ? "B" : "A"}`;

  expect(() => unseal({ keySecret: "another secret of 32 characters!" }, purpose, sealed)).toThrow();
  expect(() => unseal({ keySecret: secret }, { ...purpose, rowId: "whk_2" }, sealed)).toThrow();
  expect(() => unseal({ keySecret: secret }, purpose, `v1.AAAA${changed.slice(7)}`)).toThrow();
  expect(() => unseal({ keySecret: secret }, purpose, sealed.replace("v1", "v9"))).toThrow("version v9");
});
