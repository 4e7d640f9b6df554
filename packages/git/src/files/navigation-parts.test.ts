import { expect, test } from "vitest";
import { makeTestJob, openTestJob } from "../testing-jobs.ts";

test("parts of the navigation are those that a site's own files make ones, and nothing that is only called so", async () => {
  await using job = await makeTestJob({
    "mkdocs.yml": "INHERIT: shared/base.yml\n",
    "shared/base.yml": "INHERIT: ../compose.yml\nnav: [index.md]\n",
    "compose.yml": "services: {}\n",
    "book/docs.json": '{ "navigation": { "$ref": "./nav.json" } }\n',
    "book/nav.json": "{}\n",
    "book/other.json": "{}\n",
    "web/hugo.toml": "title = 'X'\n",
    "web/config/_default/menus.en.toml": "[[main]]\nname = 'A'\n",
    "web/config/_default/params.toml": "a = 1\n",
    "app/config/production/menu.yml": "run: x\n",
    "docs/conf.py": "",
    "docs/index.rst": ".. toctree::\n\n   a\n",
    "docs/api.rst": ".. automodule:: api\n",
    "other/index.rst": ".. toctree::\n\n   a\n",
    ".github/x.yml": "nav: []\n",
    "linked/mkdocs.yml": "INHERIT: ../.github/x.yml\n",
  });

  expect(await job.workspace.paths()).toEqual([
    "book/docs.json",
    "book/nav.json",
    "docs/index.rst",
    "linked/mkdocs.yml",
    "mkdocs.yml",
    "shared/base.yml",
    "web/config/_default/menus.en.toml",
  ]);
  await expect(job.workspace.write("web/config/_default/menus.fr.toml", "")).rejects.toMatchObject({
    code: "path_refused",
  });
});

test("what a branch names and its base does not is no part: a job that goes on does not gain the files it named before", async () => {
  await using first = await makeTestJob({
    "docs.json": '{ "navigation": { "pages": [{ "$ref": "./nav.json" }] } }\n',
    "nav.json": '{ "group": "A", "pages": [] }\n',
    "deno.json": '{ "tasks": {} }\n',
  });
  const { repository, dataDir } = first;
  await repository.commit(
    { "docs.json": '{ "navigation": { "pages": [{ "$ref": "./nav.json" }, { "$ref": "./deno.json" }] } }\n' },
    "work",
  );

  await using next = await openTestJob({ repository, dataDir, jobId: "job_2", branch: "work" });

  expect(next.heads.branchSha).not.toBeNull();
  expect(await next.workspace.paths()).toEqual(["docs.json", "nav.json"]);
});
