import { spawn } from "node:child_process";
import type { IncomingMessage } from "node:http";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gitEnvironment } from "./run-git.ts";

/** The answer to git: an HTTP response, or something in its place. */
export type BackendOutput = Writable & { writeHead(status: number, headers: Record<string, string>): unknown };

type Backend = {
  /** Folder of the bare repository. */
  path: string;
  request: GitRequest;
  message: IncomingMessage;
  body: Readable;
  /** The start of the body where it was read already. */
  start?: Buffer;
  output: BackendOutput;
  user: string;
  /** Done before the client learns that git is through. */
  beforeEnd?: () => Promise<void>;
};

/** Lets `git http-backend` answer a request, as a stream in both directions. Ends when the answer has. */
export async function runBackend(backend: Backend): Promise<void> {
  const { path, request, message, body, start, output, user } = backend;
  const { headers } = message;
  const length = headers["content-length"];
  const child = spawn("git", ["http-backend"], {
    env: {
      ...gitEnvironment(),
      GIT_PROJECT_ROOT: path,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: `/${request.rest}`,
      QUERY_STRING: request.query,
      REQUEST_METHOD: message.method ?? "GET",
      REMOTE_USER: user,
      REMOTE_ADDR: "127.0.0.1",
      CONTENT_TYPE: headers["content-type"] ?? "",
      ...(length === undefined ? {} : { CONTENT_LENGTH: length }),
      ...(headers["content-encoding"] ? { HTTP_CONTENT_ENCODING: headers["content-encoding"] } : {}),
      ...(headers["git-protocol"] ? { GIT_PROTOCOL: `${headers["git-protocol"]}` } : {}),
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise<void>((resolve, reject) => child.on("error", reject).on("close", () => resolve()));
  // A client that leaves takes its git process with it.
  output.once("close", () => {
    if (!output.writableFinished) child.kill();
  });
  if (start) child.stdin.write(start);
  // Either end may stop early: git when it has seen enough, the client when it gives up.
  const sent = pipeline(body, child.stdin).catch(() => undefined);
  await pipeHead(child.stdout, output);
  await pipeline(child.stdout, output, { end: false }).catch(() => undefined);
  await Promise.all([sent, ended]);
  await backend.beforeEnd?.();
  output.end();
}

/** Reads the head that a CGI program writes and sends it as the head of the answer. */
async function pipeHead(printed: Readable, output: BackendOutput): Promise<void> {
  let bytes = Buffer.alloc(0);
  for (;;) {
    const end = bytes.indexOf("\r\n\r\n");
    if (end >= 0) {
      printed.unshift(bytes.subarray(end + 4));
      return writeHead(bytes.toString("latin1", 0, end), output);
    }
    const chunk = await nextChunk(printed);
    if (!chunk) return writeHead("Status: 500 Internal Server Error", output);
    bytes = Buffer.concat([bytes, chunk]);
  }
}

function nextChunk(printed: Readable): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const settle = () => {
      const chunk = printed.read() as Buffer | null;
      if (!chunk && !printed.readableEnded) return;
      printed.off("readable", settle).off("end", settle);
      resolve(chunk);
    };
    printed.on("readable", settle).on("end", settle);
  });
}

function writeHead(head: string, output: BackendOutput): void {
  const headers = head.split("\r\n").map((line): [string, string] => {
    const [name = "", ...value] = line.split(":");
    return [name.toLowerCase(), value.join(":").trim()];
  });
  const status = Number.parseInt(headers.find(([name]) => name === "status")?.[1] ?? "200", 10);
  output.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== "status")));
}

type GitService = "git-upload-pack" | "git-receive-pack";

/** A request of git's smart http protocol. */
export type GitRequest = {
  owner: string;
  repo: string;
  service: GitService;
  /** Path inside the repository: `info/refs`, or the service's name. */
  rest: string;
  query: string;
};

const PATH = /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

/** Reads the address of a request; null where it is not git that asks. */
export function parseGitRequest(message: IncomingMessage): GitRequest | null {
  const { pathname, searchParams, search } = new URL(message.url ?? "/", "http://forge");
  const [, owner, repo, rest] = pathname.match(PATH) ?? [];
  if (!owner || !repo || !rest) return null;
  const service = rest === "info/refs" ? searchParams.get("service") : rest;
  if (service !== "git-upload-pack" && service !== "git-receive-pack") return null;
  return { owner, repo, service, rest, query: search.slice(1) };
}
