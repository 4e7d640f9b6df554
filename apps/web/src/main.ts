import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { format, stripVTControlCharacters } from "node:util";
import { boundGlobalFetch } from "@docsteward/platform/bounded-fetch";
import { withDatabaseAddress } from "@docsteward/platform/database-address";
import { type Env, env } from "@docsteward/platform/env";
import { giveBackMemory } from "@docsteward/platform/give-back-memory";
import { createAddressMatcher } from "@docsteward/platform/ip-ranges";
import type { StopExport } from "@docsteward/platform/telemetry/export-to-collector";
import { openMetrics, openTelemetry } from "@docsteward/platform/telemetry/open-telemetry";
import { runInSpan, type Span } from "@docsteward/platform/tracing";
import { startWatchdog } from "@docsteward/platform/watchdog";
import { type OpenedServices, openServices } from "@docsteward/services/open-services";
import { startErrorReport } from "@docsteward/services/recent-error";
import { createSetupLink } from "@docsteward/services/setup";
import { preloadSites } from "@docsteward/services/site/preload";
import next from "next";
import { watchBuild } from "./build/watch-build.ts";
import { callerOf, networkOf, ownerOf } from "./server/callers.ts";
import { collectBetweenAnswers } from "./server/collect-between-answers.ts";
import { createFairGate } from "./server/fair-gate.ts";
import { CALLER_HEADER, SECRET_HEADER } from "./server/forward-request.ts";
import { guardRequest, isProbe } from "./server/guard/guard-request.ts";
import {
  closeServer,
  IDLE_TIMEOUT_MS,
  lingerOnClose,
  listen,
  oneAtATime,
  onHead,
  SERVER_BEHIND_LIMITS,
  SERVER_LIMITS,
} from "./server/http-server.ts";
import { log } from "./server/log.ts";
import { provideBoundedPool } from "./server/run-bounded.ts";
import { createSecondProcess, IS_SECOND } from "./server/second-process.ts";
import { provideServices } from "./server/services.ts";
import { beginShutdown } from "./server/shutdown.ts";
import { traceRequest } from "./server/trace-request.ts";
import { provideWidget, WIDGET_FOLDER } from "./server/widget-files.ts";

process.title = "docsteward-web";
boundGlobalFetch();

const REQUESTS_MS = 8_000;
const EVERYTHING_MS = 10_000;
/** What is left of it when a collector is no longer waited for. */
const EXIT_MS = 500;
/** What the first visitors, programs and operators ask for. */
const FIRST_PAGES = ["/sign-in", "/setup", "/openapi.json"];
/** Whoever waited for the start is answered first. */
const LOAD_AFTER_MS = 1_000;
/** Errors whose message is a sentence for the operator. */
const FOR_PEOPLE = ["EnvError", "ListenError", "DatabaseError", "SecretError", "BuildError"];
const isDev = process.argv.includes("--dev");
/** Where the first process answers, when this is its second. */
const baseUrlOfFirst = process.argv.includes(IS_SECOND) ? process.argv[process.argv.indexOf(IS_SECOND) + 1] : undefined;
const isSecond = baseUrlOfFirst !== undefined;
/** Of what a process may use, since the second has few callers. */
const SECOND_SHARE = 0.25;
const APP = fileURLToPath(new URL("..", import.meta.url));

let stopTelemetry: StopExport = async () => undefined;

/** Next says what it has to say on the console. It becomes log lines, as whoever reads this process's output expects. */
function logConsole(): void {
  for (const [method, level] of [
    ["log", "info"],
    ["info", "info"],
    ["warn", "warn"],
    ["error", "error"],
  ] as const)
    console[method] = (...said: unknown[]) => {
      const line = stripVTControlCharacters(format(...said)).trim();
      if (line !== "") log()[level](line);
    };
}

/** Runs the web process: REST, tRPC and the dashboard on one port, until it gets a stop signal. */
async function main(): Promise<void> {
  // It may wait for a database that never comes.
  if (isSecond) process.on("disconnect", leave);
  const settings = isSecond ? forSecond(env()) : env();
  if (!isDev) logConsole();
  const { HOST, PORT, BASE_URL, TRUSTED_PROXIES } = settings;
  const exporting = { name: process.title, log: log() };
  stopTelemetry = await openTelemetry(settings, exporting);
  const server = createServer(isSecond ? SERVER_BEHIND_LIMITS : SERVER_LIMITS).setTimeout(IDLE_TIMEOUT_MS);
  lingerOnClose(server);
  const ready = Promise.withResolvers<RequestListener>();
  // Requests during the start wait for it.
  server.on(
    "request",
    oneAtATime(async (request, response) => (await ready.promise)(request, response)),
  );
  const port = await (isSecond ? listen(server, "127.0.0.1", 0) : listen(server, HOST, PORT));
  const baseUrl = baseUrlOfFirst ?? BASE_URL ?? `http://${urlHost(HOST)}:${port}`;
  const gone = Promise.withResolvers<void>();
  if (!isDev) {
    await watchBuild(join(APP, buildFolder()), { onGone: gone.resolve });
    serveBuild();
  }
  await provideWidget(isDev ? await makeWidget() : join(APP, buildFolder(), WIDGET_FOLDER));
  // In development, Next accepts only requests of the host name that it is given.
  const app = next({ dev: isDev, dir: APP, httpServer: server, ...(isDev && { hostname: HOST, port }) });
  // Next loads its routes while the database is opened.
  let databaseUrl = "";
  const open = async () => {
    const databaseAt = await withDatabaseAddress(settings);
    databaseUrl = databaseAt.DATABASE_URL ?? "";
    const services = await openServices({ env: databaseAt, log: log(), actor: { kind: "service" }, baseUrl });
    // The first session would otherwise hold up every other caller for most of a second.
    await Promise.all([services.assistant.ready(), services.auth()]);
    return services;
  };
  const [opened] = await Promise.all([open(), app.prepare()]);
  provideServices(opened);
  provideBoundedPool();
  const errors = startErrorReport(opened, { name: process.title });
  // Without a collector nobody reads metrics here: the routes have a bundle of their own.
  const stopMetrics = await openMetrics(settings, exporting, async () =>
    (await import("./server/metrics.ts")).collectMetrics(opened),
  );
  const answer = app.getRequestHandler();
  const isTrustedProxy = createAddressMatcher(TRUSTED_PROXIES);
  const rules = { baseUrl: BASE_URL, isDev, isTrustedProxy, gitHubUrl: opened.github.webUrl };
  const hasSecond = !isDev && !isSecond && settings.SECOND_WEB_PROCESS === "on";
  const second = hasSecond ? createSecondProcess({ build: join(APP, buildFolder()), databaseUrl, baseUrl }) : undefined;
  const gate = createFairGate(second);
  const collectAfter = collectBetweenAnswers();
  const enter = (request: IncomingMessage, response: ServerResponse, span: Span) => {
    const start = (onAnswered: () => void, isElsewhere: boolean) => {
      // A caller that has left while it waited costs nothing more.
      if (response.destroyed) return onAnswered();
      onHead(response, onAnswered);
      if (isSecond) onHead(response, () => sayCaller(request, response));
      // Monitors ask about this process, whoever else calls from their network.
      const isForSecond = isElsewhere && !isProbe((request.url ?? "/").split("?", 1)[0] ?? "/");
      collectAfter(response, isForSecond);
      // The gate calls this from the turn of another request.
      runInSpan(span, () => (isForSecond ? second?.answer(request, response) : void answer(request, response)));
    };
    const bytes = Number(request.headers["content-length"]) || 0;
    gate.enter({ caller: callerOf(request), network: networkOf(request), bytes }, start);
  };
  const secret = randomUUID();
  ready.resolve((request, response) => {
    if (isSecond) {
      if (request.headers[SECRET_HEADER] !== secret) return void request.socket.destroy();
      return enter(request, response, traceRequest(request, response));
    }
    const span = traceRequest(request, response);
    if (runInSpan(span, () => guardRequest(request, response, rules))) enter(request, response, span);
  });
  startWatchdog({ name: process.title, silenceSeconds: settings.SILENCE_SECONDS });
  giveBackMemory();
  process.on("message", (message: { type?: string }) => {
    if (message.type === "setup-link") void answerWithLink(opened);
  });
  process.send?.({ type: "ready", port, ...(isSecond && { secret }) });
  if (!isSecond) log().info({ host: HOST, port, isDev }, "web is ready");
  if (!isDev && !isSecond) {
    setTimeout(() => void loadPages(port), LOAD_AFTER_MS).unref();
    preloadSites(opened).catch((error) => log().warn({ err: error }, "sites could not be loaded at the start"));
  }

  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), EVERYTHING_MS).unref();
    const isLate = AbortSignal.timeout(EVERYTHING_MS - EXIT_MS);
    beginShutdown();
    await Promise.all([closeServer(server, REQUESTS_MS), second?.stop()]);
    await app.close();
    await errors.stop();
    await opened.close();
    await Promise.all([stopMetrics(isLate), stopTelemetry(isLate)]);
    process.exit(code);
  };
  process.on("SIGTERM", () => stop(0));
  process.on("SIGINT", () => stop(0));
  // The supervisor is gone: no other process would end this one.
  process.on("disconnect", () => stop(0));
  process.off("disconnect", leave);
  await gone.promise;
  if (isStopping) return;
  log().error(
    "The folder of the running web build was deleted. This process ends, so that it is started again with a new one.",
  );
  await stop(1);
}

const leave = () => process.exit(1);

/** The settings of a second process. */
function forSecond(settings: Env): Env {
  const share = (count: number) => Math.max(1, Math.round(count * SECOND_SHARE));
  return {
    ...settings,
    INDEX_CACHE_MB: share(settings.INDEX_CACHE_MB),
    DATABASE_POOL: Math.max(2, share(settings.DATABASE_POOL)),
  };
}

/** Tells the first process who calls, once that is verified. */
function sayCaller(request: IncomingMessage, response: ServerResponse): void {
  const owner = ownerOf(request);
  if (owner !== undefined && !response.headersSent) response.setHeader(CALLER_HEADER, owner);
}

/** Loads what all pages share: the first visitor would otherwise hold up every other caller for most of a second. */
async function loadPages(port: number): Promise<void> {
  const { HOST } = env();
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : urlHost(HOST);
  for (const page of FIRST_PAGES) {
    const response = await fetch(`http://${host}:${port}${page}`, { redirect: "manual" }).catch(() => undefined);
    await response?.body?.cancel();
  }
}

/** Tells the supervisor, which has no client of the database, the link to the first account; null when there is one already. */
async function answerWithLink(opened: OpenedServices): Promise<void> {
  const link = await createSetupLink(opened).catch((error: unknown) => {
    log().error({ err: error }, "the link to the first account could not be made; get one with docsteward setup-link");
    return null;
  });
  process.send?.({ type: "setup-link", link });
}

/** Tells `next.config.mjs`, which Next loads itself, the build that `--build` names. */
function serveBuild(): void {
  Object.assign(globalThis, { [Symbol.for("docsteward.web-build")]: buildFolder() });
}

/** The build that `--build` names, from the app's folder. */
function buildFolder(): string {
  const folder = process.argv[process.argv.indexOf("--build") + 1];
  if (!process.argv.includes("--build") || folder === undefined)
    throw new Error("main.ts takes --dev or --build FOLDER.");
  return relative(APP, folder);
}

/** Bundles the widget for development. @returns its folder */
async function makeWidget(): Promise<string> {
  const { buildWidget } = await import("@docsteward/widget/build-widget");
  const folder = join(APP, ".next/work-in-progress/dev", WIDGET_FOLDER);
  await buildWidget(folder);
  return folder;
}

function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

main().catch(async (error: unknown) => {
  if (error instanceof Error && FOR_PEOPLE.includes(error.name)) process.stderr.write(`${error.message}\n`);
  else log().fatal({ err: error }, "web could not start");
  await stopTelemetry();
  process.exit(1);
});
