import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findDebianProgram } from "./checks/debian-programs.ts";

const NGINX = findDebianProgram("nginx");
const run = promisify(execFile);
const FILE = new URL("../../deploy/nginx/docsteward.conf", import.meta.url);
const OPENAPI = new URL("../../docs/openapi.json", import.meta.url);

type Seen = { port: number; path: string; headers: IncomingHttpHeaders };

/** A web process that says who it is in a first chunk, and ends when it is told. */
async function startUpstream(seen: Seen[]) {
  let slow: ServerResponse | null = null;
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    seen.push({ port, path: request.url ?? "", headers: request.headers });
    request.resume();
    if (request.url === "/slow") {
      slow = response;
      response.write("first");
    } else request.on("end", () => response.end("first"));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { port: (server.address() as AddressInfo).port, release: () => slow?.end("last"), stop: () => server.close() };
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Starts nginx with the file of `deploy/`, on ports of its own, with a certificate of the test and two web processes. */
async function startProxy() {
  await using stack = new AsyncDisposableStack();
  const seen: Seen[] = [];
  const webs = [await startUpstream(seen), await startUpstream(seen)];
  for (const { stop } of webs) stack.defer(() => void stop());
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), "nginx-")));
  const [plain, secure] = [await freePort(), await freePort()];
  const [key, certificate] = [join(folder.path, "key.pem"), join(folder.path, "certificate.pem")];
  const subject = ["-subj", "/CN=docs-agent.example.com", "-days", "1"];
  await run("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    key,
    "-out",
    certificate,
    ...subject,
  ]);
  const own = (await readFile(FILE, "utf8"))
    .replace("listen 80;", `listen 127.0.0.1:${plain};`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${secure} ssl`)
    .replace("/etc/nginx/docsteward/fullchain.pem", certificate)
    .replace("/etc/nginx/docsteward/privkey.pem", key)
    .replace("server 127.0.0.1:3000;", webs.map(({ port }) => `server 127.0.0.1:${port};`).join(" "));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder.path, name)};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const configuration = join(folder.path, "nginx.conf");
  await mkdir(join(folder.path, "logs"), { recursive: true });
  await writeFile(
    configuration,
    `daemon off; ${user} pid ${folder.path}/pid; error_log stderr; events {}
     http { access_log off; ${temporary.join(" ")}\n${own}\n}`,
  );
  const args = ["-p", folder.path, "-c", configuration, "-e", "stderr"];
  await run(NGINX ?? "", [...args, "-t"]);
  const child = spawn(NGINX ?? "", args, { stdio: "ignore" });
  stack.defer(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  const at = (path: string) => `https://127.0.0.1:${secure}${path}`;
  const curl = async (...options: string[]) => (await run("curl", ["-sk", ...options])).stdout;
  await expect.poll(() => curl(at("/healthz")).catch(() => null), { timeout: 10_000 }).toBe("first");
  seen.length = 0;
  const started = stack.move();
  return { seen, webs, at, curl, plain, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

test.skipIf(NGINX === null)(
  "the proxy sends each site to one web process, streams at once, and passes on no address that a caller claims",
  async () => {
    await using proxy = await startProxy();
    const { seen, at, curl, webs } = proxy;
    const sites = Array.from({ length: 12 }, (_, number) => `site-${number}`);
    const { paths } = JSON.parse(await readFile(OPENAPI, "utf8")) as { paths: Record<string, unknown> };
    const ofSites = Object.keys(paths).filter((path) => /^\/(?:discovery|mcp)\/.*\{domain\}/.test(path));
    expect(ofSites.length).toBeGreaterThan(5);
    for (const site of sites)
      for (const path of ofSites) await curl(at(path.replace("{domain}", site).replaceAll(/\{\w+\}/g, "x")));

    const portsOf = (site: string) =>
      new Set(
        seen.filter(({ path }) => path.includes(`/${site}/`) || path.endsWith(`/${site}`)).map(({ port }) => port),
      );
    expect(sites.map((site) => portsOf(site).size)).toEqual(sites.map(() => 1));
    expect(new Set(sites.flatMap((site) => [...portsOf(site)]))).toEqual(new Set(webs.map(({ port }) => port)));

    await curl("-H", "X-Forwarded-For: 203.0.113.9", "-H", "Host: docs-agent.example.com", at("/v2/agent/x/job"));
    expect(seen.at(-1)?.headers).toMatchObject({ "x-forwarded-for": "127.0.0.1", host: "docs-agent.example.com" });

    const stream = spawn("curl", ["-skN", at("/slow")], { stdio: ["ignore", "pipe", "ignore"] });
    const [first] = (await once(stream.stdout, "data")) as [Buffer];
    expect(first.toString()).toBe("first");
    for (const { release } of webs) release();
    await once(stream, "close");
  },
);

test.skipIf(NGINX === null)(
  "the proxy leads plain calls to https, and takes a body of 25 MB and no larger one",
  async () => {
    await using proxy = await startProxy();
    const { at, curl, plain } = proxy;
    const status = ["-o", "/dev/null", "-w", "%{http_code} %{redirect_url}"];
    const send = (megabytes: number) =>
      run("sh", [
        "-c",
        `head -c ${megabytes * 1_000_000} /dev/zero | curl -sk -o /dev/null -w '%{http_code}' --data-binary @- "$0"`,
        at("/v1/x"),
      ]);

    expect(await curl(...status, "-H", "Host: docs-agent.example.com", `http://127.0.0.1:${plain}/a?b=1`)).toBe(
      "301 https://docs-agent.example.com/a?b=1",
    );
    expect([(await send(25)).stdout, (await send(27)).stdout]).toEqual(["200", "413"]);
  },
);
