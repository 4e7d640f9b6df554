import { readFile } from "node:fs/promises";
import { goTo, untilIndexed } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

test("the list of pages shows their use, is narrowed by filters, and is downloaded as it is shown", async ({
  page,
  world,
  site,
}) => {
  await untilIndexed(world.service.url, site.project);
  await goTo(page, `${site.project.dashboardUrl}/pages`);
  const table = page.getByRole("table", { name: "Pages" });
  const rows = table.getByRole("row");
  await expect(table.getByRole("columnheader")).toHaveText([
    ...["Page", "Changed", "Checks", "Citations", "Answered", "Unanswered", "Rated good", "Rated bad"],
  ]);
  const all = await rows.count();

  await page.getByRole("link", { name: "Never cited" }).click();
  await expect(page.getByRole("link", { name: "Never cited" })).toHaveAttribute("aria-current", "true");
  await page.getByRole("searchbox", { name: "Search pages" }).fill("backup");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/[?&]q=backup(&|$)/);
  await expect(page).toHaveURL(/[?&]use=uncited(&|$)/);
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await expect(table.getByRole("link", { name: /Back up and restore/ })).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Pages: download CSV" }).click();
  const lines = (await readFile(await (await downloading).path(), "utf8")).trim().split(/\r?\n/);
  expect(lines[0]).toContain("address,file,title,language,version,changedAt");
  expect(lines).toHaveLength(await rows.count());
  expect(lines.join("\n")).toContain("guides/backup-and-restore");
});
