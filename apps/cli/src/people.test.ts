import { listMembers } from "@docsteward/services/member/members";
import { seedProject } from "@docsteward/services/testing";
import { projectTest } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { runCli, variablesOf } from "./testing.ts";

const test = projectTest()
  .extend("organization", { scope: "file" }, ({ ctx }) => ctx.organization)
  .extend("org", { scope: "file" }, ({ organization }) => organization.slug)
  .extend("variables", { scope: "file" }, ({ services }) => variablesOf(services))
  .extend("cli", { scope: "file" }, ({ variables }) => (...args: string[]) => {
    return runCli(variables, ...args);
  })
  .extend("roles", { scope: "file" }, ({ services, organization }) => async () => {
    return (await listMembers({ ...services, organization })).map(({ email, role }) => `${email} ${role}`);
  });

test("an operator makes accounts, gives roles and helps who is locked out", async ({ org, cli, roles }) => {
  const setup = await cli("setup-link");
  const created = await cli("user", "create", "Ada@Example.com", "--name", "Ada", "--org", org, "--role", "owner");
  const listed = await cli("user", "list");
  const reset = await cli("user", "reset-password", "ada@example.com");

  expect(setup).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^http:\/\/docs\.test\/setup\?token=\S{43}\n$/),
  });
  expect(created).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^http:\/\/docs\.test\/sign-in\/password\?token=\S{43}\n$/),
  });
  expect(await roles()).toEqual(["ada@example.com owner"]);
  expect(listed.stdout).toContain(`${org} (owner)`);
  expect(reset.stdout).toContain("/sign-in/password?token=");
  expect(reset.stdout).not.toBe(created.stdout);

  expect(await cli("setup-link")).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("already") });
  expect(await cli("member", "set-role", "ada@example.com", "viewer", "--org", org)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("must keep at least one owner"),
  });
});

test("a person with an account is added to another organization", async ({ services, org, cli }) => {
  const other = (await seedProject(services)).organization;
  await cli("user", "create", "lin@example.com", "--name", "Lin", "--org", org);

  const done = await cli("member", "set-role", "lin@example.com", "owner", "--org", other.slug);

  expect(done).toMatchObject({ code: 0, stderr: `lin@example.com is owner of ${other.slug}.\n` });
  expect(await listMembers({ ...services, organization: other })).toMatchObject([{ name: "Lin", role: "owner" }]);
});

test("what is not there is said", async ({ org, cli }) => {
  const refusals = [
    await cli("user", "reset-password", "nobody@example.com"),
    await cli("user", "create", "x@example.com", "--name", "X", "--org", "nowhere"),
    await cli("member", "set-role", "nobody@example.com", "admin", "--org", org),
  ];

  for (const { code, stdout, stderr } of refusals) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^(No account has|Organization)/);
  }
});
