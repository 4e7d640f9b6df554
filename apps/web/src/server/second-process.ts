import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type DatabaseMessage, WAITS_FOR_DATABASE } from "@docsteward/platform/database-address";
import { lowerPriorityOf } from "@docsteward/platform/priority";
import { siblingModule } from "@docsteward/platform/sibling-module";
import type { Elsewhere } from "./fair-gate.ts";
import { forwardRequest, type Target } from "./forward-request.ts";
import { log } from "./log.ts";

const MAIN = siblingModule(import.meta.url, "../main");
/** In the arguments of the second process, before its base URL. */
export const IS_SECOND = "--second-process";
/** Its memory is given back when nobody has needed it for so long. */
const IDLE_MS = 300_000;
/** One that ended by itself is not started again before. */
const REST_MS = 30_000;
/** It loads the app while others have the processor. */
const START_MS = 120_000;
/** As far behind the first process as what reads pages. With 5, as for workers, answers of the first took longer beside a flood. */
const SECOND_STEP = 10;
/** Each takes descriptors and memory in both processes. What is more is answered by the first. */
const MAX_OPEN = 500;
/** Longer than it waits for the requests that it answers. */
const STOP_MS = 9_500;

/** The folder of the web build from the app's, and what the first process knows of its database and address. */
type SecondOptions = { build: string; databaseUrl: string; baseUrl: string };

/** What the second process says when it takes requests: where, and what a request must bring. */
type SecondReady = { type: "ready"; port: number; secret: string };

/** Answers the callers that send a lot, in a process that gives way to this one. */
export type SecondProcess = Elsewhere & {
  /** Answers a request that `guardRequest` let pass. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Ends it once what it answers has ended. */
  stop(): Promise<void>;
};

function startSecond({ build, databaseUrl, baseUrl }: SecondOptions): ChildProcess {
  const args = ["--build", build, WAITS_FOR_DATABASE, IS_SECOND, baseUrl];
  // A session of its own, because Linux weighs sessions against each other.
  const child = fork(MAIN, args, { detached: true, windowsHide: true });
  child.on("error", (error) => log().error({ err: error }, "the second web process could not be reached"));
  if (child.pid === undefined) return child;
  // From here, since most of its start is spent before its first own line.
  lowerPriorityOf(child.pid, SECOND_STEP);
  child.send({ type: "database", url: databaseUrl } satisfies DatabaseMessage, () => undefined);
  return child;
}

/**
 * Makes the second process, which starts when it is wanted. What a request costs is known only afterwards, and an event loop does one
 * thing at a time: so a caller that sends a lot gets another event loop, of a low priority, for as long as others are there.
 */
export function createSecondProcess(options: SecondOptions): SecondProcess {
  let child: ChildProcess | null = null;
  let target: Target | null = null;
  let notBeforeMs = 0;
  let isStopping = false;
  let idle: NodeJS.Timeout | undefined;
  let open = 0;

  const end = async (one: ChildProcess) => {
    if (child === one) child = target = null;
    clearTimeout(idle);
    // One that could not be started never exits.
    if (one.pid === undefined || one.exitCode !== null || one.signalCode !== null) return;
    const exited = once(one, "exit");
    one.kill("SIGTERM");
    const done = new AbortController();
    await Promise.race([exited, wait(STOP_MS, undefined, { signal: done.signal }).catch(() => undefined)]);
    done.abort();
    one.kill("SIGKILL");
    await exited;
  };

  const endWhenIdle = () => {
    clearTimeout(idle);
    if (open === 0 && child !== null) idle = setTimeout(() => child && void end(child), IDLE_MS).unref();
  };

  const rest = (how: string) => {
    notBeforeMs = performance.now() + REST_MS;
    log().warn(`The second web process ${how}. The first answers all callers.`);
  };

  const start = () => {
    const one = startSecond(options);
    if (one.pid === undefined) return rest("could not be started");
    child = one;
    const late = setTimeout(() => {
      rest(`was not ready after ${START_MS / 1_000} s`);
      void end(one);
    }, START_MS).unref();
    one.once("exit", (code, signal) => {
      clearTimeout(late);
      if (child !== one) return;
      child = target = null;
      rest(`ended (${signal ?? `exit code ${code}`})`);
    });
    one.once("message", ({ port, secret }: SecondReady) => {
      clearTimeout(late);
      if (child !== one) return;
      target = { port, secret, agent: new Agent({ keepAlive: true }) };
      // Whoever sent a lot may have stopped meanwhile.
      endWhenIdle();
      log().info("a second web process answers callers that send a lot");
    });
  };

  return {
    isReady: () => target !== null && open < MAX_OPEN,
    want() {
      if (child === null && !isStopping && performance.now() >= notBeforeMs) start();
    },
    answer(request, response) {
      open += 1;
      clearTimeout(idle);
      response.once("close", () => {
        open -= 1;
        endWhenIdle();
      });
      forwardRequest(request, response, target);
    },
    async stop() {
      isStopping = true;
      if (child !== null) await end(child);
    },
  };
}
