import { mkdtempDisposable, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@docsteward/db/embedded/start";
import { openRepositoryCache } from "@docsteward/git/cache/repository-cache";
import { silentLogger } from "@docsteward/platform/log";
import { expect } from "vitest";
import { getInstallation } from "./installation.ts";
import { projectTest } from "./testing-fixtures.ts";

const test = projectTest();

test("the operator sees how many caches there are, and how many of a repository that neither a project nor a source uses", async ({
  services,
  ctx,
}) => {
  const { dataDir, db } = services;
  const { id: projectId, repository } = ctx.project;
  const source = "file:///srv/code.git";
  const where = { host: "local", repository: source, ref: "main", createdAt: new Date() };
  await db.source.create({ data: { id: "src_1", projectId, name: "code", ...where } });
  const access = async () => ({ url: "file:///nowhere", env: {} });
  for (const one of [repository, source, "file:///srv/gone.git"])
    (await openRepositoryCache({ dataDir, repository: one, access })).close();

  expect((await getInstallation(services)).leftovers).toMatchObject({ caches: 3, unusedCaches: 1 });

  await db.source.delete({ where: { id: "src_1" } });
  expect((await getInstallation(services)).leftovers).toMatchObject({ caches: 3, unusedCaches: 2 });
});

// Only root has databases apart from their data folders: those that PostgreSQL's user can't reach.
test.runIf(process.getuid?.() === 0)(
  "the operator sees an embedded database whose data folder is gone, with how to remove it",
  async ({ services }) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-orphan-"));
    const dataDir = join(folder.path, "data");
    const server = await startEmbedded({ dataDir, log: silentLogger, isDurable: false });
    await server.stop();
    const isAboutIt = (sentence: string) => sentence.includes(dataDir);
    const ours = async () => (await getInstallation(services)).leftovers.databases.filter(isAboutIt);
    const before = await ours();
    await rm(dataDir, { recursive: true });

    const [sentence = "", ...others] = await ours();
    const [, path = ""] = /^The database in (\S+) is unused/.exec(sentence) ?? [];
    await rm(path, { recursive: true, force: true });

    expect(before).toEqual([]);
    expect(others).toEqual([]);
    expect(sentence).toBe(
      `The database in ${path} is unused: its data folder ${dataDir} is gone or uses another database. To remove it: rm -r ${path}`,
    );
  },
);
