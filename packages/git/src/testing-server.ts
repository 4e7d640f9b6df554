import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { runBackend } from "@docsteward/github-forge/git/run-backend";
import ssh2 from "ssh2";
import type { TestRepository } from "./testing.ts";

/** A Git server that nothing is known of but its address. */
type TestServer = AsyncDisposable & {
  /** The address of the repository. */
  url: string;
  port: number;
};

type HttpServer = TestServer & {
  /** What came: method and path, whether it was let in, and its user. */
  requests: { path: string; user: string | null; isAllowed: boolean }[];
};

/** Serves a bare repository as `git http-backend` does behind any web server, with a user name and a token where given. */
export async function startHttpServer(
  repository: TestRepository,
  options: {
    username?: string;
    token?: string;
    mayWrite?: boolean;
    redirectTo?: string;
    /** Speaks https with this certificate. */
    tls?: { key: string; cert: string };
  } = {},
): Promise<HttpServer> {
  const { username = "git", token, mayWrite = true, redirectTo, tls } = options;
  if (mayWrite) await repository.git("config", "http.receivepack", "true");
  for (const setting of ["allowFilter", "allowAnySHA1InWant"])
    await repository.git("config", `uploadpack.${setting}`, "true");
  const requests: HttpServer["requests"] = [];
  const name = "/acme/docs.git/";
  const answer = async (message: IncomingMessage, output: ServerResponse) => {
    const { pathname, search, searchParams } = new URL(message.url ?? "/", "http://server");
    const user = userOf(message);
    const isAllowed = token === undefined || user?.join(":") === `${username}:${token}`;
    requests.push({ path: pathname, user: user?.[0] ?? null, isAllowed });
    if (redirectTo !== undefined) return output.writeHead(302, { location: `${redirectTo}${message.url}` }).end();
    if (!isAllowed) return output.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end("no");
    const rest = pathname.startsWith(name) ? pathname.slice(name.length) : "";
    const service = rest === "info/refs" ? searchParams.get("service") : rest;
    if (service !== "git-upload-pack" && service !== "git-receive-pack") return output.writeHead(404).end();
    if (service === "git-receive-pack" && !mayWrite) return output.writeHead(403).end();
    const request = { owner: "acme", repo: "docs", service, rest, query: search.slice(1) } as const;
    await runBackend({ path: repository.path, request, message, body: message, output, user: user?.[0] ?? "" });
  };
  const server = tls ? createTlsServer(tls, answer) : createServer(answer);
  const port = await listen(server);
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}${name.slice(0, -1)}`,
    port,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function userOf({ headers }: IncomingMessage): string[] | null {
  const [scheme, encoded] = headers.authorization?.split(" ") ?? [];
  return scheme === "Basic" && encoded ? Buffer.from(encoded, "base64").toString().split(":") : null;
}

type SshServer = TestServer & {
  /** The client's key in OpenSSH's format. */
  privateKey: string;
  /** The server's key as a line of a known_hosts file. */
  knownHosts: string;
  commands: string[];
};

/** Serves a bare repository over SSH to the owner of one key. */
export async function startSshServer(
  repository: TestRepository,
  options: { hostKey?: string } = {},
): Promise<SshServer & { hostKey: string }> {
  for (const setting of ["allowFilter", "allowAnySHA1InWant"])
    await repository.git("config", `uploadpack.${setting}`, "true");
  const client = makeKeyPair();
  const { private: hostKey } = options.hostKey ? { private: options.hostKey } : makeKeyPair();
  const allowed = ssh2.utils.parseKey(client.public);
  const host = ssh2.utils.parseKey(hostKey);
  if (allowed instanceof Error || host instanceof Error) throw new Error("A key could not be made.");
  const commands: string[] = [];
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
    connection.on("error", () => undefined);
    connection.on("authentication", (attempt) => {
      if (attempt.method !== "publickey" || !attempt.key.data.equals(allowed.getPublicSSH()))
        return attempt.reject(["publickey"]);
      if (!attempt.signature || !attempt.blob) return attempt.accept();
      return allowed.verify(attempt.blob, attempt.signature, attempt.hashAlgo) === true
        ? attempt.accept()
        : attempt.reject();
    });
    connection.on("session", (accept) => {
      const session = accept();
      const env: Record<string, string> = {};
      session.on("env", (accepted, _, { key, val }) => {
        if (key === "GIT_PROTOCOL") env[key] = val;
        accepted?.();
      });
      session.on("exec", (accepted, rejected, { command }) => {
        commands.push(command);
        const [, program, path] = command.match(/^(git-upload-pack|git-receive-pack) '\/([a-z./]+)'$/) ?? [];
        if (!program || path !== `srv/${basename(repository.path)}`) return rejected();
        const channel = accepted();
        const git = spawn("git", [program.slice("git-".length), repository.path], {
          env: { PATH: process.env.PATH, HOME: "/nonexistent", ...env },
        });
        channel.pipe(git.stdin).on("error", () => undefined);
        git.stdout.pipe(channel, { end: false });
        git.stderr.pipe(channel.stderr, { end: false });
        git.on("close", (code) => {
          channel.exit(code ?? 1);
          channel.end();
        });
      });
    });
  });
  const port = await listen(server);
  return {
    url: `ssh://git@127.0.0.1:${port}/srv/${basename(repository.path)}`,
    port,
    hostKey,
    privateKey: client.private,
    knownHosts: `[127.0.0.1]:${port} ${host.type} ${host.getPublicSSH().toString("base64")}`,
    commands,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A pair of keys. ssh2 takes away the zeros that a public key begins with, so that one of its pairs in 256 is none. */
function makeKeyPair(): { private: string; public: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync("ed25519");
    if (!(ssh2.utils.parseKey(pair.public) instanceof Error)) return pair;
  }
}

function listen(server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
}): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
