import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptInvitation } from "../invitation/accept.ts";
import { completeSetup } from "../setup.ts";
import { createTestServices, type TestServices } from "../testing.ts";
import { setPasswordByLink } from "../user/password.ts";

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});
afterAll(() => services.close());

const token = "made-up";
const password = "a long sentence";
const newUser = { name: "Eve", email: "eve@example.com", password };

test.each([
  ["set-up", () => completeSetup(services, { token, user: newUser, org: "acme" })],
  ["invitation", () => acceptInvitation(services, { token, by: { newUser } })],
  ["password", () => setPasswordByLink(services, { token, password })],
] as const)("a made-up %s link is refused before a password is hashed, which takes long by design", async (_, use) => {
  const { auth } = services;
  let asked = 0;
  services.auth = () => {
    asked += 1;
    return auth();
  };

  await expect(use()).rejects.toMatchObject({ code: "not_found" });

  expect(asked).toBe(0);
});
