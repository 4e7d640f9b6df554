import { expect } from "vitest";
import { acceptInvitation } from "../invitation.ts";
import { completeSetup } from "../setup.ts";
import type { TestServices } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { setPasswordByLink } from "../user/users.ts";

const test = servicesTest();

const token = "made-up";
const password = "a long sentence";
const newUser = { name: "Eve", email: "eve@example.com", password };

test.for([
  ["set-up", (services: TestServices) => completeSetup(services, { token, user: newUser, org: "acme" })],
  ["invitation", (services: TestServices) => acceptInvitation(services, { token, by: { newUser } })],
  ["password", (services: TestServices) => setPasswordByLink(services, { token, password })],
] as const)(
  "a made-up %s link is refused before a password is hashed, which takes long by design",
  async ([_, use], { services }) => {
    const { auth } = services;
    let asked = 0;
    services.auth = () => {
      asked += 1;
      return auth();
    };

    await expect(use(services)).rejects.toMatchObject({ code: "not_found" });

    expect(asked).toBe(0);
  },
);
