import { openLocalRepository } from "@docsteward/git/local/local-repository";
import { makeRepository } from "@docsteward/git/testing";
import { expect, test } from "vitest";
import { findStaleFacts } from "../stale/find-stale-facts.ts";

const API = {
  openapi: "3.1.0",
  servers: [{ url: "https://api.tool.example/v1" }],
  paths: {
    "/jobs": {
      get: {},
      post: {
        requestBody: {
          content: {
            "application/json": {
              schema: { allOf: [{ $ref: "#/components/schemas/Job" }, { required: ["prompt"] }] },
            },
          },
        },
      },
    },
    "/jobs/{id}": { get: {}, delete: {} },
    "/jobs/latest": { get: {} },
  },
  components: {
    schemas: {
      Job: {
        type: "object",
        properties: {
          prompt: { type: "string" },
          model: { type: "string" },
          limits: { type: "object", properties: { minutes: {} }, additionalProperties: false },
          labels: { type: "object", additionalProperties: true },
        },
        required: ["prompt"],
      },
    },
  },
};
const SOURCES = {
  "package.json": '{ "name": "tool", "bin": { "ztool": "cli.js" } }',
  "cli.js": 'option("--dry-run"); option("--output-file"); process.env.ZTOOL_TOKEN;\n',
  "api/openapi.json": JSON.stringify(API),
};

async function findIn(samples: string, more: Record<string, string> = {}) {
  const page = `# Use\n\n\`\`\`sh\n${samples}\n\`\`\`\n`;
  await using repository = await makeRepository({ ...SOURCES, ...more, "docs/use.md": page });
  const opened = await openLocalRepository(repository.url);
  return await findStaleFacts({ repository: opened, head: await repository.head() });
}

const messages = async (samples: string, more?: Record<string, string>) =>
  (await findIn(samples, more)).samples.map(({ line, message }) => `${line} ${message}`);

const AT = "https://api.tool.example/v1";
/** So many known addresses that an unknown one is no gap of the document. */
const KNOWN = `curl ${AT}/jobs\ncurl ${AT}/jobs/latest\ncurl ${AT}/jobs/job_1\ncurl -X DELETE ${AT}/jobs/$ID\n`;

test("a flag of the product's command that no source has is named, and one of another command is not", async () => {
  const samples = "ztool deploy --dry-run --outputFile a --skip-all\nother --skip-all\nztool run thing --their-own\n";

  expect(await messages(samples)).toEqual(["4 `--skip-all` is no flag of `ztool`: no source has that name."]);
});

test("a variable that carries the command's name is named where the sample runs the command", async () => {
  expect(await messages("export ZTOOL_TOKEN=a ZTOOL_REGIONS=b\nztool deploy\n")).toEqual([
    "4 `ZTOOL_REGIONS` is no variable of `ztool`: no source has that name.",
  ]);
  expect(await messages("export ZTOOL_REGIONS=b\n")).toEqual([]);
});

test("a request to an address or with a method that the OpenAPI document lacks is named", async () => {
  expect(await messages(`${KNOWN}curl -X PUT ${AT}/jobs/1\n`)).toEqual([
    "8 `/jobs/{id}` takes GET, DELETE in api/openapi.json, and the sample sends PUT.",
  ]);
  expect(await messages(`${KNOWN}curl ${AT}/job-list\n`)).toEqual(["8 `/job-list` is no path of api/openapi.json."]);
});

test("an unknown address says nothing where code has it, where the document knows few others, and on another server", async () => {
  expect(await messages(`${KNOWN}curl ${AT}/job-list\n`, { "src/web.js": 'app.get("/job-list", list);\n' })).toEqual(
    [],
  );
  expect(await messages(`curl ${AT}/jobs\ncurl ${AT}/job-list\n`)).toEqual([]);
  expect(await messages(`${KNOWN}curl https://other.example/job-list\ncurl $API/job-list\n`)).toEqual([]);
});

test("properties of a body that its schema lacks or requires are named, each at its line", async () => {
  const body = (json: string) => `curl ${AT}/jobs \\\n  -H "Authorization: Bearer $KEY" \\\n  -d '${json}'\n`;

  expect(await messages(body('{\n  "prompt": "a",\n  "zmodel": "b",\n  "limits": { "prompt": 1 }\n}'))).toEqual([
    "8 `zmodel` is no property of the body of `POST /jobs` in api/openapi.json.",
    "9 `limits.prompt` is no property of the body of `POST /jobs` in api/openapi.json.",
  ]);
  expect(await messages(body('{"model": "b", "labels": {"any": 1}}'))).toEqual([
    "6 The body lacks `prompt`, which `POST /jobs` in api/openapi.json requires.",
  ]);
});

test("a body that leaves something out, one that is to be refused, and a name that code has say nothing", async () => {
  const send = `curl ${AT}/jobs -d`;

  expect(await messages(`${send} '{"model": "b", ...}'\n${send} '{}'\n${send} @body.json\n`)).toEqual([]);
  expect(await messages(`# 400: the prompt is missing\n${send} '{"model": "b"}'\n`)).toEqual([]);
  expect(
    await messages(`${send} '{"prompt": "a", "zmodel": "b"}'\n`, { "src/job.js": "const { zmodel } = body;\n" }),
  ).toEqual([]);
});

test("documents of tests and examples describe another product", async () => {
  const other = { ...API, servers: [{ url: "https://demo.example" }] };
  const more = { "examples/shop/openapi.json": JSON.stringify(other) };

  expect((await findIn(`curl https://demo.example/shop\n`, more)).counts.requests).toBe(0);
});

test("what was compared is counted", async () => {
  expect((await findIn(`${KNOWN}ztool deploy\n`)).counts).toEqual({ samples: 1, commands: 1, requests: 4 });
});

test("schemas that name each other without end are given up, and say nothing", async () => {
  const names = Array.from({ length: 60 }, (_, at) => `S${at}`);
  const all = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const schemas = Object.fromEntries(names.map((name) => [name, { properties: { [name]: {} }, anyOf: all }]));
  const body = { content: { "application/json": { schema: { properties: { prompt: {} }, anyOf: all } } } };
  const api = { ...API, paths: { "/jobs": { post: { requestBody: body } } }, components: { schemas } };

  expect(await messages(`curl ${AT}/jobs -d '{"zother": 1}'\n`, { "api/openapi.json": JSON.stringify(api) })).toEqual(
    [],
  );
});
