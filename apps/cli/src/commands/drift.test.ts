import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli } from "../testing.ts";

let repository: TestRepository;

beforeAll(async () => {
  repository = await makeRepository({
    "src/args.py": 'parser.add_argument("--no-cache")\nparser.add_argument("--quiet")\n',
    "docs/cache.md": "# Cache\n\nRun `tool --no-cache`.\n",
    "docs/index.md": "# Tool\n\nInstalls packages.\n",
  });
  await repository.commit({ "src/args.py": 'parser.add_argument("--quiet")\n' }, "topic");
});
afterAll(() => repository.remove());

const drift = (...args: string[]) => runCli({}, "drift", "--repo", repository.path, ...args);

test("names the pages that a change makes false with lines and reasons, and ends with 1", async () => {
  const { code, stdout, stderr } = await drift("--base", "main", "--head", "topic");

  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toContain("docs/cache.md:3 `--no-cache` was removed in src/args.py.");
  expect(stdout).toMatch(/\n1 page to update for [0-9a-f]{10}\.\.[0-9a-f]{10}\.\n$/);
});

test("prints one JSON object", async () => {
  const { code, stdout } = await drift("--base", "main", "--head", "topic", "--json");

  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    likelihood: expect.any(Number),
    silence: null,
    pages: [{ path: "docs/cache.md", reasons: [{ kind: "removed", lines: [3], source: { path: "src/args.py" } }] }],
  });
});

test("ends with 0 and says why where no page is to update", async () => {
  expect(await drift("--base", "main", "--head", "main")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("The change touches no code."),
  });
  expect(await drift("--base", "main", "--head", "topic", "--docs", "guides/**/*.md")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("has no page"),
  });
});

test("lists what samples send and no OpenAPI document of a source allows", async () => {
  const job = { type: "object", properties: { prompt: { type: "string" } }, required: ["prompt"] };
  const body = { requestBody: { content: { "application/json": { schema: job } } } };
  const api = { openapi: "3.0.3", servers: [{ url: "https://api.example/v1" }], paths: { "/jobs": { post: body } } };
  await using site = await makeRepository({
    "openapi.json": JSON.stringify(api),
    "docs/api.md": '# API\n\n```sh\ncurl https://api.example/v1/jobs -d \'{"text": "x"}\'\n```\n',
  });

  expect(await runCli({}, "drift", "--repo", site.path, "--at", "HEAD")).toMatchObject({
    code: 1,
    stdout: [
      "docs/api.md:4 `text` is no property of the body of `POST /jobs` in openapi.json.",
      "docs/api.md:4 The body lacks `prompt`, which `POST /jobs` in openapi.json requires.",
      "Every name on the pages exists in the code.",
      "2 places in samples that the sources contradict.",
      "",
    ].join("\n"),
  });
});

test("lists what pages state and no source knows at a commit, with the commit that removed it", async () => {
  const { code, stdout } = await drift("--at", "topic");

  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^docs\/cache\.md:3 Flag `--no-cache` is in no source: commit [0-9a-f]{10} removed it from src\/args\.py\./,
  );
  expect(await drift("--at", "main")).toMatchObject({
    code: 0,
    stdout: "Every name on the pages exists in the code.\n",
  });
});

test("holds the pages of one repository against the code of another, at a commit and over a change", async () => {
  await using docs = await makeRepository({
    "cache.md": "# Cache\n\nRun `tool --no-cache`.\n",
    "index.md": "# Tool\n\nInstalls packages.\n",
  });
  const against = (...args: string[]) => runCli({}, "drift", "--repo", docs.path, ...args);
  const app = `app=${repository.path}`;

  const now = await against("--at", "HEAD", "--source", `${app}@topic`);
  const change = await against("--source", `${app}@main..topic`);

  expect(now.stdout).toMatch(
    /^cache\.md:3 Flag `--no-cache` is in no source: commit \w+ removed it from @app\/src\/args\.py\./,
  );
  expect(now.code).toBe(1);
  expect(await against("--at", "HEAD", "--source", `${app}@main`)).toMatchObject({ code: 0 });
  expect(change.stdout).toContain("@app: cache.md");
  expect(change.stdout).toContain("cache.md:3 `--no-cache` was removed in src/args.py.");
  expect(await against("--at", "HEAD", "--source", "app")).toMatchObject({
    code: 2,
    stderr: `"app" isn't a source. Use the form app=../app@main.\n`,
  });
});

test("ends with 2 and a sentence when it is called wrongly", async () => {
  const wrong = async (...args: string[]) => {
    const { code, stderr } = await runCli({}, "drift", ...args);
    return { code, stderr };
  };

  expect(await drift()).toMatchObject({
    code: 2,
    stderr: "Use one of --base, --at, and a --source with base..head.\n",
  });
  expect(await drift("--base", "nowhere")).toMatchObject({
    code: 2,
    stderr: 'Commit "nowhere" not found in the repository. Use a branch, tag or commit.\n',
  });
  expect(await wrong("--repo", "/nowhere", "--at", "HEAD")).toEqual({
    code: 2,
    stderr: "/nowhere is not the folder of a git repository. Use --repo with its top folder.\n",
  });
});
