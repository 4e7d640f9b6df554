import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { goTo } from "../support/steps.ts";
import { takePicture } from "../support/take-picture.ts";
import { expect, test } from "../support/world.ts";

const run = promisify(execFile);

test("a key is made, its curl answers, it is revoked, the same curl is refused, and its use tells of both", async ({
  page,
  site,
}) => {
  await goTo(page, `${site.project.dashboardUrl}/keys`);
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByLabel("Name").fill("Nightly run");
  await page.getByRole("button", { name: "Create admin key" }).click();
  const made = page.getByRole("dialog", { name: "Nightly run is ready" });
  const command = String(await made.getByRole("tabpanel", { name: "curl" }).locator("code").textContent());
  await made.getByRole("button", { name: "Try it now" }).click();
  await expect(made.getByRole("status")).toContainText("200");

  await made.getByRole("button", { name: "Done" }).click();
  await expect(made.getByRole("alert")).toContainText("You won't see this key again");
  await made.getByRole("button", { name: "Yes, close" }).click();
  expect(JSON.parse(await curl(command))).toMatchObject({ jobs: [] });
  await takePicture(page, "keys");

  await page.getByRole("button", { name: "Actions for Nightly run" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  const question = page.getByRole("alertdialog", { name: "Revoke this key?" });
  await expect(question.getByRole("button", { name: "Revoke key" })).toBeDisabled();
  await question.getByRole("textbox").fill("Nightly run");
  await question.getByRole("button", { name: "Revoke key" }).click();
  await page.getByRole("button", { name: "Show 1 inactive key" }).click();
  await expect(page.getByRole("row", { name: /Nightly run/ })).toContainText("Revoked");

  await expect.poll(async () => JSON.parse(await curl(command)).code).toBe("revoked_key");
  const use = page.getByRole("dialog", { name: "Use of Nightly run" });
  await expect(async () => {
    // Uses are written some seconds later.
    await goTo(page, page.url());
    await page.getByRole("button", { name: "Actions for Nightly run" }).click();
    await page.getByRole("menuitem", { name: "Show use" }).click();
    await expect(use.getByRole("row", { name: /^(127\.0\.0\.0\/24|::\/48) [1-9]/ })).toBeVisible({ timeout: 15_000 });
    await expect(use).toContainText(/Errors, 36 hours[1-9]/, { timeout: 5_000 });
  }).toPass();
});

/** Runs a command of the dashboard as it was copied. */
async function curl(command: string): Promise<string> {
  const { stdout } = await run("sh", ["-c", command.replace(/^curl /, "curl -s ")]);
  return stdout;
}
