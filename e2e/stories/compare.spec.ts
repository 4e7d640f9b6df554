import { reply } from "@docsteward/model-script/script";
import { goTo, untilIndexed } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

test("two models answer one question side by side", async ({ page, world, site }) => {
  world.model.play("compared", [reply.text("Run `lantern export` [1].")]);
  await untilIndexed(world.service.url, site.project);
  await goTo(page, `${site.project.dashboardUrl}/assistant`);
  await page.getByRole("link", { name: "Compare models" }).click();

  // The page that is left has a question too.
  const comparison = page.getByRole("form", { name: "Compare models" });
  await comparison.getByLabel("Question").fill("How do I write a backup to a file (compared)?");
  await comparison.getByRole("button", { name: "Ask both" }).click();

  for (const name of ["sonnet", "opus"]) {
    const side = page.getByRole("region", { name: `Answer of ${name}` });
    await expect(side.getByText("lantern export", { exact: true })).toBeVisible();
    await expect(side.getByRole("region", { name: "Retrieved passages" })).toBeVisible();
  }
});
