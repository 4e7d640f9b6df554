import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository } from "../testing.ts";
import { readLocalHeads } from "./read-heads.ts";

test.each([true, false])("finds branches as git keeps them, loose, packed and moved since (bare: %s)", async (bare) => {
  await using repository = await makeRepository({ "a.md": "a" }, { bare });
  const main = await repository.head();
  const other = await repository.commit({ "a.md": "b" }, "docs/größe".replace("ö", "o").replace("ß", "ss"));
  const heads = () => readLocalHeads(repository.url, ["main", "docs/grosse", "docs", "none"]);

  const loose = await heads();
  await repository.git("pack-refs", "--all", "--prune");
  const packed = await heads();
  const moved = await repository.commit({ "a.md": "c" }, "docs/grosse");

  expect(loose).toEqual(
    new Map([
      ["main", main],
      ["docs/grosse", other],
    ]),
  );
  expect(packed).toEqual(loose);
  expect((await heads())?.get("docs/grosse")).toBe(moved);
});

test.each([
  ["is a pattern", "m*"],
  ["climbs", "../../HEAD"],
  ["is hidden", ".main"],
  ["ends as a lock does", "main.lock"],
  ["is an option", "--all/"],
])("leaves a name that %s to git", async (_, name) => {
  await using repository = await makeRepository({ "a.md": "a" });

  expect(await readLocalHeads(repository.url, ["main", name])).toBeNull();
});

test("leaves symbolic, hidden and missing refs to git", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  expect(await readLocalHeads(repository.url, ["none"])).toBeNull();

  await repository.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
  expect(await readLocalHeads(repository.url, ["alias"])).toBeNull();

  await repository.git("config", "transfer.hideRefs", "refs/heads/main");
  expect(await readLocalHeads(repository.url, ["main"])).toBeNull();
});

test("refuses a repository whose refs lead elsewhere", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using other = await makeRepository({ "secret.md": "s" });
  await rm(join(repository.path, "refs/heads/team"), { recursive: true, force: true });
  await mkdir(join(repository.path, "refs/heads"), { recursive: true });
  await symlink(join(other.path, "refs/heads"), join(repository.path, "refs/heads/team"));
  await writeFile(join(repository.path, "description"), "");

  await expect(readLocalHeads(repository.url, ["team/main"])).rejects.toMatchObject({ code: "repository_unsupported" });
});
