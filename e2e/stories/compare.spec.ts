import { reply } from "@docsteward/model-script/script";
import { commitPage, goTo, untilIndexed } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

test("two models, and two versions of the index, answer one question side by side", async ({ page, world, site }) => {
  world.model.play("compared", [reply.text("Run `lantern export` [1].")]);
  await untilIndexed(world.service.url, site.project);
  await goTo(page, `${site.project.dashboardUrl}/assistant`);
  await page.getByRole("link", { name: "Compare answers" }).click();

  // The page that is left has a question too.
  const comparison = page.getByRole("form", { name: "Compare answers" });
  await comparison.getByLabel("Question").fill("How do I write a backup to a file (compared)?");
  await comparison.getByRole("button", { name: "Compare" }).click();
  for (const name of ["sonnet", "opus"]) {
    const side = page.getByRole("region", { name: `Answer of ${name}` });
    await expect(side.getByText("lantern export", { exact: true })).toBeVisible();
    await expect(side.getByRole("region", { name: "Retrieved passages" })).toBeVisible();
  }

  const before = `sonnet, Previous index (${site.repository.head.slice(0, 7)})`;
  await commitPage(site, "guides/lamps.mdx", "# Lamps\n\nA lamp that is compared is trimmed twice a week.\n");
  await expect(async () => {
    await goTo(page, page.url());
    await expect(comparison.getByRole("combobox", { name: "Second index" })).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await comparison.getByRole("combobox", { name: "First index" }).click();
  await page.getByRole("option", { name: /^Previous index/ }).click();
  await comparison.getByRole("combobox", { name: "Second model" }).click();
  await page.getByRole("option", { name: "sonnet" }).click();
  await comparison.getByLabel("Question").fill("How often is a lamp that is compared trimmed?");
  await comparison.getByRole("button", { name: "Compare" }).click();

  const passages = (name: string) =>
    page.getByRole("region", { name }).getByRole("region", { name: "Retrieved passages" });
  await expect(passages("Answer of sonnet, Current index")).toContainText("/guides/lamps");
  await expect(passages(`Answer of ${before}`)).toBeVisible();
  await expect(passages(`Answer of ${before}`)).not.toContainText("/guides/lamps");
});
