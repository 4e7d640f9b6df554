import { goTo } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

test("a person tries a call in the reference, and nothing goes anywhere but to this service", async ({
  page,
  world,
  site,
}) => {
  const { adminKey, projectId } = site.project;
  const { id } = await site.api.createJob("dunlin: fix the typo");
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(world.service.url) && !url.startsWith("data:")) elsewhere.push(url);
  });

  await goTo(page, `${world.service.url}/reference`);
  const createJob = page.locator("#createAgentJob");
  await createJob.getByText("Create agent job").click();
  await expect(createJob.getByText("curl")).toBeVisible();
  await page.getByRole("button", { name: "Try requests" }).click();
  await page.locator(".auth-wrapper .authorize").click();
  await page.getByLabel("auth-bearer-value").first().fill(adminKey);
  await page.getByRole("button", { name: "Apply credentials" }).first().click();
  await page.locator(".btn-done").first().click();
  const operation = page.locator("#operations-Agent_jobs-getAgentJob");
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.locator("tr[data-param-name=projectId] input").fill(projectId);
  await operation.locator("tr[data-param-name=id] input").fill(id);
  await operation.getByRole("button", { name: "Execute" }).click();

  await expect(operation.locator(".live-responses-table")).toContainText(id);
  await expect(operation.locator(".live-responses-table .response-col_status").last()).toContainText("200");
  expect(elsewhere).toEqual([]);
});
