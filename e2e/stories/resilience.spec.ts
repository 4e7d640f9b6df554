import { setTimeout as wait } from "node:timers/promises";
import { reply } from "@docsteward/model-script/script";
import { TYPO, untilRest } from "../support/steps.ts";
import { expect, test, type World } from "../support/world.ts";

function pidOf({ service }: World, name: string): number {
  const pid = service.processes().find((process) => process.name === name)?.pid;
  if (!pid) throw new Error(`${name} does not run.`);
  return pid;
}

async function untilAnother(world: World, name: string, pid: number): Promise<void> {
  const now = () => world.service.processes().find((process) => process.name === name)?.pid;
  while (!now() || now() === pid) await wait(50);
}

test("a job whose worker is killed is finished by the next one, with one pull request", async ({
  page,
  world,
  site,
}) => {
  const asked = Promise.withResolvers<void>();
  let times = 0;
  const finishTheSecondTime = async () => {
    times += 1;
    asked.resolve();
    return times === 1 ? reply.hang() : TYPO.finish;
  };
  world.model.play("bittern", [TYPO.read, TYPO.edit, finishTheSecondTime]);
  const { id } = await site.api.createJob("bittern: fix the typo");
  await asked.promise;

  process.kill(pidOf(world, "docsteward-worker"), "SIGKILL");
  const job = await untilRest(site.api, id);

  expect(job).toMatchObject({ status: "completed", prLink: `${site.project.dashboardUrl}/pulls/1` });
  const branches = (await site.git("for-each-ref", "--format=%(refname:short)", "refs/heads")).split("\n");
  expect(branches).toHaveLength(2);
  expect(await site.git("rev-list", "--count", `main..${branches.find((name) => name !== "main")}`)).toBe("1");
  await page.goto(`${site.project.dashboardUrl}/pulls/2`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("a web process that is killed answers again, and its jobs go on", async ({ world, site }) => {
  const goOn = Promise.withResolvers<void>();
  world.model.play("curlew", [TYPO.read, TYPO.edit, () => goOn.promise.then(() => TYPO.finish)]);
  const { id } = await site.api.createJob("curlew: fix the typo");
  const pid = pidOf(world, "docsteward-web");

  process.kill(pid, "SIGKILL");
  await untilAnother(world, "docsteward-web", pid);
  goOn.resolve();

  expect(await untilRest(site.api, id)).toMatchObject({ status: "completed" });
});

test("a database that is killed comes back, and the service with it", async ({ world, site }) => {
  world.model.play("dunlin", [TYPO.read, TYPO.edit, TYPO.finish]);
  world.model.play("godwit", [TYPO.read, TYPO.edit, TYPO.finish]);
  const before = await untilRest(site.api, (await site.api.createJob("dunlin: fix the typo")).id);
  const pid = pidOf(world, "postgresql");

  process.kill(pid, "SIGKILL");
  await untilAnother(world, "postgresql", pid);

  expect(await untilRest(site.api, before.id)).toEqual(before);
  await expect(async () => {
    const { id } = await site.api.createJob("godwit: fix the typo");
    expect(await untilRest(site.api, id)).toMatchObject({ status: "completed" });
  }).toPass();
});
