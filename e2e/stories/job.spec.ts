import { createClient } from "@docsteward/db/client";
import { reply } from "@docsteward/model-script/script";
import { silentLogger } from "@docsteward/platform/log";
import { goTo, TYPO, untilRest } from "../support/steps.ts";
import { expect, test } from "../support/world.ts";

test("a job is watched live, becomes a pull request, and its merge moves the base", async ({ page, world, site }) => {
  const goOn = Promise.withResolvers<void>();
  world.model.play("heron", [TYPO.read, TYPO.edit, () => goOn.promise.then(() => TYPO.finish)]);
  await goTo(page, `${site.project.dashboardUrl}/jobs`);

  await site.api.createJob("heron: fix the typo");
  await page.getByRole("link", { name: /heron: fix the typo/ }).click();
  await expect(page.getByText("Working")).toBeVisible();
  await expect(page.getByText(`Edit ${TYPO.page}`)).toBeVisible();
  goOn.resolve();
  await expect(page.getByRole("heading", { name: "Fix a typo on the browser page" })).toBeVisible();
  const instructions = page.getByRole("group").filter({ hasText: "Instructions used" });
  await instructions.getByText("Instructions used").click();
  await expect(instructions.getByRole("listitem")).toHaveText("AGENTS.md");
  await page.getByRole("link", { name: "Pull request #1", exact: true }).click();
  await page.waitForURL("**/pulls/1");

  const changes = page.getByRole("region", { name: "Changes" });
  await expect(changes.getByText(TYPO.page)).toBeVisible();
  await expect(changes.getByText("receive changes over the same stream")).toBeVisible();
  expect(await site.git("rev-parse", "main")).toBe(site.repository.head);
  await page.getByRole("button", { name: "Merge into main" }).click();
  await expect(page.getByText("Merged", { exact: true })).toBeVisible();
  expect(await site.git("rev-parse", "main")).not.toBe(site.repository.head);
  expect(await site.git("show", `main:${TYPO.page}`)).toContain("pages receive changes");
});

test("a page that lost the network goes on where it was, with no event missing and none twice", async ({
  page,
  context,
  world,
  site,
}) => {
  const goOn = Promise.withResolvers<void>();
  world.model.play("ruff", [TYPO.read, () => goOn.promise.then(() => TYPO.edit), TYPO.finish]);
  const { id } = await site.api.createJob("ruff: fix the typo");
  const live = page.waitForResponse((response) => response.url().includes("job.events"));
  await goTo(page, `${site.project.dashboardUrl}/jobs/${id}?tab=raw`);
  await live;
  await expect(page.getByText(`Read ${TYPO.page}`)).toBeVisible();

  await context.setOffline(true);
  // A browser that is set offline keeps its open streams: this one ends with the process at its other end.
  const web = world.service.processes().find(({ name }) => name === "docsteward-web")?.pid;
  process.kill(Number(web), "SIGKILL");
  await expect(page.getByText("The connection to the server is lost.", { exact: false })).toBeVisible();
  goOn.resolve();
  await untilRest(site.api, id);
  await expect(page.getByText(`Edit ${TYPO.page}`)).toBeHidden();
  await context.setOffline(false);

  await expect(page.getByRole("heading", { name: "Fix a typo on the browser page" })).toBeVisible();
  const all: string[] = [];
  for await (const event of site.api.follow(id, 0)) all.unshift(`${event.id} ${event.type}`);
  const raw = page.getByRole("region", { name: "Raw events" }).getByRole("listitem");
  await expect(raw).toHaveCount(all.length);
  const shown = await raw.locator("summary span").allInnerTexts();
  expect(all).toEqual(shown.flatMap((number, at) => (at % 2 === 0 ? [`${number} ${shown[at + 1]}`] : [])));
});

test("a follow-up from the page moves the same pull request", async ({ page, world, site }) => {
  world.model.play("plover", [
    TYPO.read,
    TYPO.edit,
    TYPO.finish,
    TYPO.read,
    reply.tool("edit", { path: TYPO.page, old: "receive changes", new: "receive all changes" }),
    reply.tool("finish", { title: "Say that pages receive all changes", summary: "It says all changes." }),
  ]);
  const { id } = await site.api.createJob("plover: fix the typo");
  const before = await untilRest(site.api, id);
  await goTo(page, `${site.project.dashboardUrl}/jobs/${id}`);

  await page.getByRole("textbox", { name: "Follow-up" }).fill("Say that it is all changes");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Updated pull request #1")).toBeVisible();

  const after = await untilRest(site.api, id);
  expect(after).toMatchObject({ status: "completed", prLink: before.prLink });
  await goTo(page, String(after.prLink));
  await expect(page.getByRole("heading", { name: "2 commits" })).toBeVisible();
  await expect(page.getByText("receive all changes over the same stream")).toBeVisible();
});

test("a job that is cancelled on its page ends immediately and says so", async ({ page, world, site }) => {
  world.model.play("avocet", [TYPO.read, reply.hang()]);
  const { id } = await site.api.createJob("avocet: fix the typo");
  await goTo(page, `${site.project.dashboardUrl}/jobs/${id}`);

  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel job" }).click();

  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
  expect(await untilRest(site.api, id)).toMatchObject({ status: "failed", prLink: null });
  expect(await site.git("for-each-ref", "--format=%(refname:short)", "refs/heads")).toBe("main");
});

// The page reads more than once; the lock holds up its second reading until the job has ended.
test("a job that ends while its page is made is shown as it ended", async ({ page, world, site }) => {
  world.model.play("pipit", [TYPO.read, reply.hang()]);
  const { id } = await site.api.createJob("pipit: fix the typo");
  for await (const { type } of site.api.follow(id, 0)) if (type === "tool.finished") break;
  const db = createClient(world.service.databaseUrl, { log: silentLogger, poolSize: 2 });
  const countWaiting = async () => {
    const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM pg_locks WHERE NOT granted AND relation = '"JobEvent"'::regclass AND mode = 'AccessShareLock'`;
    return row?.count;
  };

  const opened = await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE "JobEvent"`;
      const opening = goTo(page, `${site.project.dashboardUrl}/jobs/${id}`);
      await expect.poll(countWaiting).toBeGreaterThan(0);
      await tx.$executeRaw`
        WITH ended AS (
          UPDATE "Job" SET status = 'failed', "failureCode" = 'cancelled', "failureReason" = 'The job was cancelled.',
            "endedAt" = now(), attempt = attempt + 1, "lastEventSeq" = "lastEventSeq" + 1
          WHERE id = ${id} RETURNING id, "lastEventSeq")
        INSERT INTO "JobEvent" ("jobId", seq, type, data, "createdAt")
        SELECT id, "lastEventSeq", 'job.failed', '{"code":"cancelled","reason":"The job was cancelled."}'::json, now() FROM ended`;
      return { opening };
    },
    { timeout: 60_000 },
  );
  await opened.opening;
  await db.$disconnect();

  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
});
