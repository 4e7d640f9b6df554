import { execFile, spawnSync } from "node:child_process";
import { mkdtempDisposable, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { listRemote } from "../cache/remote-refs.ts";
import { toCommand } from "../run/run-git.ts";
import { makeRepository } from "../testing.ts";
import { startHttpServer, startSshServer } from "../testing-server.ts";
import { type PlainCredential, plainAccess, toSshCommand } from "./access.ts";

const HERE = ["127.0.0.0/8"];
const token = (secret: string): PlainCredential => ({ kind: "token", username: "git", token: secret });
const look = (repository: string, credential: PlainCredential | null, allowedNetworks = HERE) =>
  listRemote(() => plainAccess({ repository, credential, allowedNetworks }));

// Certificates are made by OpenSSL, which not every machine has.
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

describe("over https", () => {
  test("a token opens a repository that is closed to others", async () => {
    await using repository = await makeRepository({ "index.md": "# Docs\n" });
    await using server = await startHttpServer(repository, { token: "a-token" });

    expect((await look(server.url, token("a-token"))).branches.get("main")).toBe(await repository.head());
    await expect(look(server.url, token("another"))).rejects.toMatchObject({
      code: "access_denied",
      message: expect.stringContaining("refused the token or key"),
    });
    await expect(look(server.url, null)).rejects.toMatchObject({ code: "access_denied" });
    expect(server.requests.map(({ isAllowed }) => isAllowed)).toContain(true);
  });

  test("the token is in the environment of git alone", async () => {
    await using repository = await makeRepository({ "index.md": "# Docs\n" });
    await using server = await startHttpServer(repository, { token: "a-token" });

    const remote = await plainAccess({ repository: server.url, credential: token("a-token"), allowedNetworks: HERE });

    const { args, env } = toCommand({ args: ["ls-remote", "origin"], remote });
    const shown = JSON.stringify([args, remote.url]);
    for (const secret of ["a-token", Buffer.from("git:a-token").toString("base64")])
      expect(shown).not.toContain(secret);
    expect(JSON.stringify(env)).toContain(Buffer.from("git:a-token").toString("base64"));
    expect(env).toMatchObject({ GIT_ALLOW_PROTOCOL: "http", GIT_TERMINAL_PROMPT: "0" });
  });

  test("a server in a private network is not asked unless the operator allows it", async () => {
    await using repository = await makeRepository({ "index.md": "# Docs\n" });
    await using server = await startHttpServer(repository);

    await expect(look(server.url, null, [])).rejects.toMatchObject({
      code: "access_denied",
      message: expect.stringContaining("GIT_ALLOWED_NETWORKS"),
    });
    await expect(look(server.url.replace("127.0.0.1", "localhost"), null, ["10.0.0.0/8"])).rejects.toMatchObject({
      code: "access_denied",
    });
    expect(server.requests).toEqual([]);
  });

  test("git connects to the address that was checked, whatever the name stands for by then", async () => {
    await using repository = await makeRepository({ "index.md": "# Docs\n" });
    await using server = await startHttpServer(repository);
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const url = server.url.replace("127.0.0.1", "git.docsteward.invalid");

    const refs = await listRemote(() =>
      plainAccess({ repository: url, credential: null, allowedNetworks: HERE, resolve }),
    );

    expect(refs.branches.get("main")).toBe(await repository.head());
  });

  test.runIf(hasOpenssl)(
    "a certificate of no known authority gets no token; one of a known authority does",
    async () => {
      await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-tls-"));
      const [key, cert] = [join(folder.path, "key.pem"), join(folder.path, "cert.pem")];
      const names = ["-subj", "/CN=git.docsteward.test", "-addext", "subjectAltName=DNS:git.docsteward.test"];
      const make = [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
      ];
      await promisify(execFile)("openssl", [...make, ...names, "-keyout", key, "-out", cert]);
      const tls = { key: await readFile(key, "utf8"), cert: await readFile(cert, "utf8") };
      await using repository = await makeRepository({ "index.md": "# Docs\n" });
      await using server = await startHttpServer(repository, { token: "a-token", tls });
      const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
      const access = () =>
        plainAccess({
          repository: server.url.replace("127.0.0.1", "git.docsteward.test"),
          ...{ credential: token("a-token"), allowedNetworks: HERE, resolve },
        });

      await expect(listRemote(access)).rejects.toMatchObject({ name: "GitError" });
      expect(server.requests).toEqual([]);

      const trusting = async () => {
        const found = await access();
        return { ...found, env: { ...found.env, GIT_SSL_CAINFO: cert } };
      };
      expect((await listRemote(trusting)).branches.get("main")).toBe(await repository.head());
      expect(server.requests.every(({ isAllowed }) => isAllowed)).toBe(true);
    },
  );

  test("a redirect is not followed, and its target gets no token", async () => {
    await using repository = await makeRepository({ "index.md": "# Docs\n" });
    await using target = await startHttpServer(repository);
    await using server = await startHttpServer(repository, { redirectTo: `http://127.0.0.1:${target.port}` });

    await expect(look(server.url, token("a-token"))).rejects.toMatchObject({ code: "repository_renamed" });
    expect(target.requests).toEqual([]);
  });

  test("a resolver that fails is an outage, with the name of the server", async () => {
    const resolve = () => Promise.reject(new Error("ENOTFOUND"));
    const access = {
      repository: "https://git.docsteward.invalid/a.git",
      credential: null,
      allowedNetworks: [],
      resolve,
    };

    await expect(plainAccess(access)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("git.docsteward.invalid can't be resolved"),
    });
  });
});

// Git's own SSH needs the OpenSSH client, which not every machine has.
const hasSsh = spawnSync("ssh", ["-V"]).status === 0;

describe("over SSH", () => {
  const keys = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith(`docsteward-ssh-${process.pid}-`));

  test.runIf(hasSsh)(
    "a key opens a repository, and the server's first host key is the only one from then on",
    async () => {
      await using repository = await makeRepository({ "index.md": "# Docs\n" });
      await using server = await startSshServer(repository);
      let pinned: string | null = null;
      const { privateKey } = server;
      const first = () =>
        plainAccess({
          repository: server.url,
          credential: { kind: "ssh", privateKey, knownHosts: pinned },
          allowedNetworks: HERE,
          onHostKeys(lines) {
            pinned = lines;
          },
        });

      expect((await listRemote(first)).branches.get("main")).toBe(await repository.head());
      expect(pinned).toBe(server.knownHosts);
      expect((await listRemote(first)).branches.has("main")).toBe(true);
      expect(await keys()).toEqual([]);

      await using other = await startSshServer(repository);
      const known = server.knownHosts.replace(`:${server.port} `, `:${other.port} `);
      const changed = { kind: "ssh", privateKey: other.privateKey, knownHosts: known } as const;
      await expect(look(other.url, changed)).rejects.toMatchObject({
        code: "access_denied",
        message: expect.stringContaining("doesn't show the host key that is known"),
      });
      expect(other.commands).toEqual([]);
    },
  );

  test.runIf(hasSsh)("another key is refused, and no file of it stays", async () => {
    await using repository = await makeRepository({ "index.md": "# Docs\n" });
    await using server = await startSshServer(repository);
    await using other = await startSshServer(repository);
    const { knownHosts } = server;

    const wrong = { kind: "ssh", privateKey: other.privateKey, knownHosts } as const;
    await expect(look(server.url, wrong)).rejects.toMatchObject({ code: "access_denied" });
    await expect(look(server.url, { ...wrong, privateKey: "no key" })).rejects.toMatchObject({
      code: "access_denied",
      message: expect.stringContaining("private key can't be read"),
    });
    expect(await keys()).toEqual([]);
  });

  test("the command reads no configuration, offers one key, and quotes what is a path", () => {
    const files = { key: "/tmp/a 'b%/key", knownHosts: "/tmp/a 'b%/known_hosts", isKnown: true };

    const command = toSshCommand(
      "ssh://git@git.example.com:2222/docs.git",
      [{ address: "192.0.2.1", family: 4 }],
      files,
    );

    expect(command.startsWith("'ssh' '-F' '/dev/null' '-o' ")).toBe(true);
    expect(command).toContain(`'IdentityFile="/tmp/a '\\''b%%/key"'`);
    for (const option of [
      "StrictHostKeyChecking=yes",
      "HostName=192.0.2.1",
      "HostKeyAlias=[git.example.com]:2222",
      "IdentitiesOnly=yes",
      "BatchMode=yes",
      "ProxyCommand=none",
      "PermitLocalCommand=no",
    ])
      expect(command).toContain(`'${option}'`);
  });
});

test.each([
  ["ssh://git@git.example.com/docs.git", token("a-token"), "needs a private key"],
  ["https://git.example.com/docs.git", { kind: "ssh", privateKey: "k", knownHosts: null } as const, "SSH URLs only"],
])("%s with the wrong kind of credential says what it takes", async (repository, credential, sentence) => {
  await expect(plainAccess({ repository, credential, allowedNetworks: [] })).rejects.toThrow(sentence);
});
