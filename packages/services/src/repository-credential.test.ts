import { generateKeyPairSync } from "node:crypto";
import { RepositoryCredential } from "@docsteward/contract/repository-credential";
import { makeRepository } from "@docsteward/git/testing";
import { startHttpServer } from "@docsteward/git/testing-server";
import { describe, expect } from "vitest";
import type { ProjectContext } from "./context.ts";
import { createProjectForMember } from "./project/create.ts";
import { deleteProject } from "./project/delete.ts";
import { connectGitServer } from "./project/source.ts";
import { purgeExpired } from "./purge-expired.ts";
import { findCredential, parseCredential, storeCredential } from "./repository-credential.ts";
import { addSource, listReadableSources, removeSource } from "./source.ts";
import { seedProject, type TestServicesOptions } from "./testing.ts";
import { servicesTest, untilEnd } from "./testing-fixtures.ts";

const test = servicesTest()
  .extend("options", { scope: "file" }, (): TestServicesOptions => ({ gitAllowedNetworks: ["127.0.0.0/8"] }))
  .extend(
    "repository",
    { scope: "file" },
    untilEnd(() => makeRepository({ "index.md": "# Docs\n" })),
  )
  .extend("server", { scope: "file" }, async ({ repository }, { onCleanup }) => {
    const server = await startHttpServer(repository, { token: "a-token" });
    onCleanup(() => server[Symbol.asyncDispose]());
    return server;
  });

const token = { kind: "token", username: "git", token: "a-token" } as const;
const count = ({ db, organization: { id } }: ProjectContext) =>
  db.repositoryCredential.count({ where: { organizationId: id } });

describe("a private key", () => {
  const pem = (options: { cipher?: "aes-256-cbc"; passphrase?: string } = {}) =>
    generateKeyPairSync("ec", {
      namedCurve: "P-256",
      privateKeyEncoding: { type: "pkcs8", format: "pem", ...options } as { type: "pkcs8"; format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    }).privateKey;

  test("in PEM is taken, and what is none, or has a passphrase, is refused without its text", () => {
    const privateKey = pem();
    expect(parseCredential({ privateKey })).toEqual({ kind: "ssh", privateKey, knownHosts: null });

    const locked = pem({ cipher: "aes-256-cbc", passphrase: "a passphrase" });
    expect(() => parseCredential({ privateKey: locked })).toThrow("has a passphrase");
    expect(() => parseCredential({ privateKey: "ssh-ed25519 AAAA a public key" })).toThrow("isn't a private key");
  });

  test("in OpenSSH's format says by its cipher whether it has a passphrase", () => {
    const make = (cipher: string) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(cipher.length);
      const body = Buffer.concat([Buffer.from("openssh-key-v1\0"), length, Buffer.from(`${cipher} and more`)]);
      return `-----BEGIN OPENSSH PRIVATE KEY-----\n${body.toString("base64")}\n-----END OPENSSH PRIVATE KEY-----\n`;
    };

    const cut = "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n";
    expect(() => parseCredential({ privateKey: cut })).toThrow("isn't a private key");
    expect(parseCredential({ privateKey: make("none") })).toMatchObject({ kind: "ssh" });
    expect(() => parseCredential({ privateKey: make("aes256-ctr") })).toThrow("has a passphrase");
  });
});

test.for([
  [{}, "Send a token or a private key"],
  [{ token: "a", privateKey: "b" }, "Send a token or a private key"],
  [{ token: "with space" }, "A token has"],
  [{ token: "a", username: "a:b" }, "A user name has"],
  [{ privateKey: "k", knownHosts: "not a key" }, "known hosts"],
  [{ privateKey: "k", knownHosts: `@cert-authority * ssh-ed25519 ${"A".repeat(68)}` }, "known hosts"],
] as const)("%j is refused", ([input, part]) => {
  expect(RepositoryCredential.safeParse(input).error?.issues[0]?.message).toContain(part);
});

test("another organization's credential is neither found nor used", async ({ services, server }) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  await storeCredential(mine, { organizationId: mine.organization.id, repository: server.url, credential: token });

  expect(await findCredential(theirs, { organizationId: theirs.organization.id, repository: server.url })).toBeNull();
  await expect(createProjectForMember(theirs, { domain: "theirs", repo: server.url })).rejects.toThrow(
    "refused the token or key",
  );
  expect(await createProjectForMember(mine, { domain: "mine", repo: server.url })).toMatchObject({ host: "git" });
});

test("a project moves to another server with a working token only, and its index follows", async ({
  services,
  server,
}) => {
  const ctx = await seedProject(services);
  const credential = { token: "another" };
  await expect(connectGitServer(ctx, { repo: server.url, credential })).rejects.toMatchObject({
    code: "invalid_request",
  });
  expect(await count(ctx)).toBe(0);

  const connected = await connectGitServer(ctx, { repo: server.url, credential: { token: "a-token" } });

  expect(connected).toMatchObject({ host: "git", repository: server.url, baseRef: "main", hostKeys: [] });
  expect(await count(ctx)).toBe(1);
  expect(await services.db.siteIndex.findUnique({ where: { projectId: ctx.project.id } })).toMatchObject({
    status: "waiting",
  });
});

test("a source has its token as long as it is there, and takes none from a project", async ({ services, server }) => {
  const ctx = await seedProject(services);
  const credential = { token: "a-token" };
  const added = await addSource(ctx, { name: "app", repository: server.url, credential });
  expect(added).toMatchObject({ repository: server.url, ref: "main" });
  const [source] = await listReadableSources(ctx, ctx);
  expect((await source?.access())?.env).toMatchObject({ GIT_CONFIG_COUNT: "1" });
  await expect(addSource(ctx, { name: "two", repository: server.url, credential })).rejects.toThrow(
    "already has a token",
  );

  await removeSource(ctx, { name: "app" });

  expect(await count(ctx)).toBe(0);
});

test("the last project that goes takes the token with it, and what a job still used is purged", async ({
  services,
  server,
}) => {
  const ctx = await seedProject(services, { repository: server.url });
  const { organizationId } = ctx.project;
  const other = await seedProject(services, { organizationId, repository: server.url });
  await storeCredential(ctx, { organizationId, repository: server.url, credential: token });
  await deleteProject(ctx, { typed: ctx.project.domain });
  expect(await count(other)).toBe(1);

  await services.db.project.update({ where: { id: other.project.id }, data: { repository: "file:///srv/docs.git" } });
  await purgeExpired(services);

  expect(await count(other)).toBe(0);
});
