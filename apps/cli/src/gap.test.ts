import { seedSite } from "@docsteward/services/site/testing-site";
import { projectTest } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { runCli, variablesOf } from "./testing.ts";

const HELM = "Is there a Helm chart?";

const test = projectTest()
  .extend("variables", { scope: "file" }, ({ services }) => variablesOf(services))
  .extend("domain", { scope: "file" }, ({ ctx }) => ctx.project.domain)
  .extend("gap", { scope: "file" }, ({ domain, variables }) => (verb: string, ...more: string[]) => {
    return runCli(variables, "gap", verb, domain, ...more);
  });
test.beforeAll(({ ctx }) =>
  seedSite(ctx, [{ path: "/flags", title: "Flags", text: "A kill-switch turns a feature off." }]),
);

test("a gap goes from a question over its job to the end, from the command line", async ({
  domain,
  variables,
  gap,
}) => {
  const none = await gap("list");
  await runCli(variables, "ask", domain, HELM);
  const listed = await gap("list");
  const [{ id }] = JSON.parse((await gap("list", "--json")).stdout);

  const draft = await gap("job", id, "--dry-run");
  const made = await gap("job", id);
  const again = await gap("job", id);
  const asked = await gap("ask", id);
  const closed = await gap("close", id, "--note", "Not ours");

  expect(none).toMatchObject({ code: 0, stdout: "", stderr: "No open gaps found.\n" });
  expect(listed.stdout).toMatch(
    /^ID +ASKED +LAST +STAGE +QUESTION\ngap_\w+ +1 +\d{4}-\d\d-\d\d +open +Is there a Helm chart\?\n$/,
  );
  expect(draft.stdout).toContain(`- ${HELM}`);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^job_\w+\n$/) });
  expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/is already running for this gap/) });
  expect(asked).toMatchObject({ code: 0, stderr: expect.stringMatching(/stays open\.\n$/) });
  expect(closed.stderr).toBe(`Gap ${id} is dismissed.\n`);
  expect(JSON.parse((await gap("list", "--state", "dismissed", "--json")).stdout)).toMatchObject([
    { id, note: "Not ours", stage: "dismissed" },
  ]);
});

test("a gap that there is not is a sentence", async ({ gap }) => {
  expect(await gap("job", "gap_none")).toMatchObject({ code: 1, stdout: "", stderr: "Gap not found.\n" });
});
