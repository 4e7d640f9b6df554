import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, chmod, chown, mkdir, mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { openDatabase } from "@docsteward/db/connect";
import { parseEnv } from "@docsteward/platform/env";
import { createLog } from "@docsteward/platform/log";
import { createDemoLink } from "@docsteward/services/sign-in/demo";
import { createLink } from "./create-link.ts";
import { signIn } from "./demo/client.ts";
import { askAfterMerge, askBeforeMerge } from "./demo/questions.ts";
import { type Finding, runStory } from "./demo/run-story.ts";
import type { DemoSite } from "./demo/site.ts";
import { makeSampleRepository } from "./make-sample-repository.ts";
import { ROOT } from "./root.ts";
import { colors, runMain } from "./terminal.ts";

const USAGE = `Proves the folder that pnpm build:release made: pnpm test:release [folder]. Needs Linux, root and unshare.

Runs the demo's story on it, as an ordinary user, from a read-only folder whose path has a space, without the workspace and
without a network, and counts attempts to reach one.`;

const run = promisify(execFile);
const INSIDE = "--inside";
/** An ordinary user: no account of the machine has this number. */
const USER = 10_001;
const URL_OF_WEB = "http://127.0.0.1:3000";
const LIMIT_MS = 10 * 60_000;

async function main(): Promise<number> {
  const [first = join(ROOT, "release"), folder = ""] = process.argv.slice(2);
  if (first === INSIDE) return await inside(folder);
  if (process.platform !== "linux" || process.getuid?.() !== 0 || first.startsWith("-")) {
    console.error(USAGE);
    return 2;
  }
  const release = resolve(first);
  await access(join(release, "release.json")).catch(() => {
    throw new Error(`${release} holds no release. Make one with pnpm build:release.`);
  });
  await using scratch = await mkdtempDisposable(join(tmpdir(), "docsteward-release-"));
  const place = join(scratch.path, "a release");
  const node = join(scratch.path, "node");
  await chmod(scratch.path, 0o755);
  await mkdir(place);
  await writeFile(node, "");
  // A name server that no network leads to: asking it is an attempt, too.
  await writeFile(join(scratch.path, "resolv.conf"), "nameserver 192.0.2.53\n");
  const steps = [
    "ip link set lo up",
    'mount --bind "$1" "$2" && mount -o remount,bind,ro "$2"',
    'mount --bind "$3" "$4/node"',
    'mount --bind "$4/resolv.conf" /etc/resolv.conf',
    `exec "$3" "$5" ${INSIDE} "$4"`,
  ];
  const args = [release, place, process.execPath, scratch.path, import.meta.filename];
  const child = spawn(
    "unshare",
    ["--net", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", steps.join("\n"), "sh", ...args],
    { stdio: "inherit", cwd: "/" },
  );
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

type Released = {
  start(...args: string[]): ChildProcess;
  run(...args: string[]): Promise<{ stdout: string; stderr: string }>;
};

/** The same in a network without a way out: plays the story on the release that is mounted below `folder`. */
async function inside(folder: string): Promise<number> {
  const before = await countAttempts();
  const data = join(folder, "data");
  const sites = join(folder, "sites");
  for (const owned of [data, sites]) {
    await mkdir(owned);
    await chown(owned, USER, USER);
  }
  const log = createLog("test-release");
  const server = await openDatabase({ env: { DATABASE_URL: undefined, DATA_DIR: join(folder, "database") }, log });
  const variables = {
    PATH: "/usr/bin:/bin",
    HOME: data,
    NODE_ENV: "production",
    DATA_DIR: data,
    DATABASE_URL: server.url,
    BASE_URL: URL_OF_WEB,
    HOST: "127.0.0.1",
    PORT: "3000",
    KEY_SECRET: "a secret of the release's test, 32+",
    MODEL_PROVIDER: "offline",
    LOG_FORMAT: "json",
  };
  const released = openReleased(folder, variables);
  const service = { env: parseEnv(variables), databaseUrl: server.url, baseUrl: URL_OF_WEB };
  const findings: Finding[] = [];
  const check = (claim: string, isTrue: boolean) => findings.push({ claim, isTrue });
  try {
    const { stderr } = await released.run("serve", "migrate");
    check("the migrations were applied", stderr.startsWith("Applied: "));
    const processes = [released.start("serve", "web"), released.start("serve", "worker")];
    await Promise.all(processes.map((child, at) => waitForLine(child, at === 0 ? "web is ready" : "worker is ready")));
    const site = await makeSite(released, join(sites, "sample.git"));
    const next = `/demo/${site.project.domain}`;
    const cookie = await signIn(await createLink(service, (given) => createDemoLink(given, { next })));
    const signal = AbortSignal.timeout(LIMIT_MS);
    const options = { site, url: URL_OF_WEB, cookie, print: () => undefined, signal };
    findings.push(...(await askBeforeMerge(options)));
    const story = await runStory(options);
    findings.push(...story.findings);
    if (story.prLink !== null) {
      check("what the pull request changes is drawn", await showsChanges(story.prLink, cookie));
      findings.push(...(await askAfterMerge(options, { prLink: story.prLink })));
    }
    check("the scripts of the dashboard load", await loadsScripts(cookie, next));
    check("the widget loads", (await fetch(`${URL_OF_WEB}/widget.js`)).ok);
    for (const child of processes) child.kill("SIGTERM");
    const codes = await Promise.all(processes.map(exitCodeOf));
    check(
      "web and worker end in order",
      codes.every((code) => code === 0),
    );
  } finally {
    await server.stop();
  }
  const attempts = (await countAttempts()) - before;
  check(`nothing tried to leave the machine (${attempts} attempts)`, attempts === 0);
  await attempt();
  check("an attempt would have been counted", (await countAttempts()) > before);
  for (const { claim, isTrue } of findings) console.log(`${isTrue ? colors.green("✓") : colors.red("✗")} ${claim}`);
  return findings.every(({ isTrue }) => isTrue) ? 0 : 1;
}

/** The release's command, as an ordinary user that sees nothing of the workspace. */
function openReleased(folder: string, variables: Record<string, string>): Released {
  const become = `mount -t tmpfs none "$0" && exec setpriv --reuid ${USER} --regid ${USER} --clear-groups "$@"`;
  const program = [join(folder, "node"), join(folder, "a release/apps/cli/bin/docsteward.cjs")];
  const args = (given: string[]) => ["--mount", "sh", "-c", become, ROOT, ...program, ...given];
  return {
    start: (...given) =>
      spawn("unshare", args(given), { cwd: "/", env: variables, stdio: ["ignore", "pipe", "inherit"] }),
    run: (...given) => run("unshare", args(given), { cwd: "/", env: variables }),
  };
}

async function waitForLine(child: ChildProcess, text: string): Promise<void> {
  let said = "";
  const found = Promise.withResolvers<void>();
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk;
    if (said.includes(text)) found.resolve();
  });
  child.once("exit", () => found.reject(new Error(`The release ended before it said "${text}":\n${said}`)));
  await found.promise;
}

async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

async function makeSite(released: Released, path: string): Promise<DemoSite> {
  const repository = await makeSampleRepository(path);
  await run("chown", ["-R", `${USER}:${USER}`, path]);
  const where = ["--org", "demo", "--domain", "sample", "--repo", path, "--ref", repository.ref];
  const { stdout } = await released.run("project", "create", ...where, "--json");
  return { repository, project: JSON.parse(stdout) as DemoSite["project"] };
}

/** Separate processes draw both, from modules that only their names lead to. */
async function showsChanges(prLink: string, cookie: string): Promise<boolean> {
  const [, org, domain, , number] = new URL(prLink).pathname.split("/");
  const ask = async <T>(procedure: string, more: object): Promise<T> => {
    const input = encodeURIComponent(JSON.stringify({ org, domain, number: Number(number), ...more }));
    const response = await fetch(`${URL_OF_WEB}/api/trpc/pullRequest.${procedure}?input=${input}`, {
      headers: { cookie },
    });
    return ((await response.json()) as { result: { data: T } }).result.data;
  };
  const diff = await ask<{ head: string; files: { path: string; html: string | null }[] }>("diff", {});
  const path = diff.files[0]?.path ?? "";
  const { after } = await ask<{ after: { blocks: unknown[]; problem: string | null } }>("preview", { path });
  return diff.files.every(({ html }) => html !== null) && after.problem === null && after.blocks.length > 0;
}

async function loadsScripts(cookie: string, path: string): Promise<boolean> {
  const html = await (await fetch(`${URL_OF_WEB}${path}`, { headers: { cookie } })).text();
  const scripts = [...html.matchAll(/src="(\/_next\/static\/[^"]+\.js)"/g)].map(([, src = ""]) => src);
  const loaded = await Promise.all(scripts.map(async (src) => (await fetch(`${URL_OF_WEB}${src}`)).ok));
  return scripts.length > 0 && loaded.every(Boolean);
}

/** How often anything here wanted an address that no route leads to: the kernel counts it for this network alone. */
async function countAttempts(): Promise<number> {
  const [names = "", values = ""] = (await readFile("/proc/self/net/snmp", "utf8"))
    .split("\n")
    .filter((line) => line.startsWith("Ip:"));
  const old = Number(values.split(" ")[names.split(" ").indexOf("OutNoRoutes")]);
  const [, now] = /^Ip6OutNoRoutes\s+(\d+)$/m.exec(await readFile("/proc/self/net/snmp6", "utf8")) ?? [];
  return old + Number(now);
}

async function attempt(): Promise<void> {
  const socket = connect({ host: "192.0.2.1", port: 443 });
  await new Promise<void>((done) => socket.once("error", () => done()).once("connect", () => done()));
  socket.destroy();
}

runMain(main);
