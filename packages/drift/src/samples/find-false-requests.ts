import { parseJsonOrNull } from "../parse-data.ts";
import { findBodyFaults } from "./body.ts";
import type { Api, Operation } from "./open-api.ts";
import type { Command, Word } from "./read-commands.ts";

/** A sample that the sources contradict. */
export type FalseSample = {
  kind: "route" | "method" | "body" | "flag" | "variable";
  written: string;
  page: string;
  line: number;
  message: string;
  /** The file that tells otherwise. */
  source: string;
};

/** A request that a sample sends with curl. */
type Request = { method: string; url: Word; body: Word | null };

const WITH_VALUE = new Set(
  "request header data data-raw data-binary data-ascii data-urlencode json form user output user-agent cookie cookie-jar referer max-time connect-timeout retry retry-delay write-out proxy cacert cert key upload-file url resolve form-string range interface limit-rate oauth2-bearer aws-sigv4 dump-header config".split(
    " ",
  ),
);
const SHORT_WITH_VALUE = new Map(
  Object.entries({ X: "request", H: "header", d: "data", F: "form", u: "user", o: "output", A: "user-agent" }),
);
const SHORT_OTHERS = "bcemwxTEKDrzC";
const DATA = new Set(["data", "data-raw", "data-binary", "data-ascii", "json"]);
const OTHER_DATA = new Set(["data-urlencode", "form", "form-string"]);

/** What a curl command sends; null for another command, and for one without an address of its own. */
function readRequest({ words }: Command): Request | null {
  if (words[0]?.text !== "curl") return null;
  let method: string | null = null;
  let url: Word | null = null;
  let [hasData, isGet, isUpload] = [false, false, false];
  const bodies: Word[] = [];
  const take = (name: string, value: Word | undefined) => {
    if (value === undefined) return;
    if (name === "request") method = value.isOpen ? "?" : value.text.toUpperCase();
    else if (name === "url") url = value;
    else if (DATA.has(name)) bodies.push(value);
    else if (name === "upload-file") isUpload = true;
    if (DATA.has(name) || OTHER_DATA.has(name)) hasData = true;
  };
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const { text } = word;
    if (text.startsWith("--")) {
      const [name = "", value] = cut(text.slice(2), "=");
      if (name === "get") isGet = true;
      else if (name === "head") method = "HEAD";
      else if (value !== undefined) take(name, { ...word, text: value });
      else if (WITH_VALUE.has(name)) {
        at += 1;
        take(name, words[at]);
      }
    } else if (text.startsWith("-") && text.length > 1) {
      for (let place = 1; place < text.length; place += 1) {
        const letter = text[place] ?? "";
        const name = SHORT_WITH_VALUE.get(letter) ?? (SHORT_OTHERS.includes(letter) ? "other" : null);
        if (letter === "G") isGet = true;
        if (letter === "I") method = "HEAD";
        if (name === null) continue;
        const rest = text.slice(place + 1);
        if (rest === "") at += 1;
        take(letter === "T" ? "upload-file" : name, rest === "" ? words[at] : { ...word, text: rest });
        break;
      }
    } else if (/^https?:\/\//.test(text)) url ??= word;
  }
  if (url === null || method === "?") return null;
  const [body = null] = bodies;
  const implied = isGet ? "GET" : isUpload ? "PUT" : hasData ? "POST" : "GET";
  return { method: method ?? implied, url, body: bodies.length === 1 && !isGet ? body : null };
}

function cut(text: string, sign: string): [string, string?] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Parts of an address that a reader fills in. */
const FILLED = /[{}<>$:]|^\[|^(?:your|my|some)[-_]|^[A-Z][A-Z0-9_]{2,}$|\.\.\.|…/;

/** Whether the address of a sample is that of an operation; what a reader fills in may stand for any part. */
function matches(parts: readonly string[], operation: Operation): boolean {
  if (parts.length !== operation.parts.length) return false;
  return operation.parts.every((part, at) => {
    const own = parts[at] ?? "";
    return part === null ? own !== "" : part === own || FILLED.test(own);
  });
}

type Judged = { faults: FalseSample[]; isKnown: boolean; server: string; parts: string[] };

/** A document that knows fewer than so many of the addresses that pages show is no description of all. */
const KNOWN_SHARE = 0.8;
const MIN_KNOWN = 3;

type ApiSource = {
  apis: readonly Api[];
  /** Whether code has an address, whatever the documents say. */
  isRouted(parts: readonly string[]): boolean;
  /** Whether anything beside the pages has a property. */
  isKnown(property: string): boolean;
};

/**
 * Compares requests of samples with the OpenAPI documents of the sources whose address they go to.
 *
 * It says that an address is unknown only where the documents know nearly all others that the pages show at that server: else they
 * leave some out.
 * @returns the contradictions, and how many requests went to an address of a document
 */
export function findFalseRequests(
  commands: readonly Command[],
  { apis, isRouted, isKnown }: ApiSource,
): { faults: FalseSample[]; checked: number } {
  const judged = commands.flatMap((command) => judge(command, { apis, isKnown }) ?? []);
  const byServer = Map.groupBy(judged, ({ server }) => server);
  const faults = [...byServer.values()].flatMap((own) => {
    const known = own.filter(({ isKnown }) => isKnown).length;
    const isWhole = known >= MIN_KNOWN && known >= own.length * KNOWN_SHARE;
    return own.flatMap((one) =>
      one.faults.filter(({ kind }) => kind === "body" || (isWhole && (kind !== "route" || !isRouted(one.parts)))),
    );
  });
  return { faults, checked: judged.length };
}

function judge(command: Command, { apis, isKnown }: Pick<ApiSource, "apis" | "isKnown">): Judged | null {
  const request = readRequest(command);
  if (request === null) return null;
  const address = request.url.text.split(/[?#]/)[0] ?? "";
  const found = apis.flatMap((api) =>
    api.servers
      .filter((server) => address === server || address.startsWith(`${server}/`))
      .map((server) => ({ api, server })),
  );
  const longest = Math.max(...found.map(({ server }) => server.length));
  const meant = found.filter(({ server }) => server.length === longest);
  const [first] = meant;
  if (first === undefined) return null;
  const { server } = first;
  const parts = address.slice(server.length).split("/").slice(1);
  if (parts.at(-1) === "") parts.pop();
  const { page } = command;
  const judgement = { faults: [] as FalseSample[], isKnown: true, server, parts };
  const add = (kind: FalseSample["kind"], written: string, place: Word, api: Api, message: string) =>
    judgement.faults.push({ kind, written, page, line: place.line, message, source: api.path });
  const here = meant.flatMap(({ api }) =>
    api.operations.filter((operation) => matches(parts, operation)).map((operation) => ({ api, operation })),
  );
  if (here.length === 0) {
    judgement.isKnown = false;
    const route = `/${parts.join("/")}`;
    add("route", `${request.method} ${route}`, request.url, first.api, `\`${route}\` is no path of ${first.api.path}.`);
    return judgement;
  }
  const same = here.filter(({ operation }) => operation.method === request.method);
  const [other] = here;
  if (same.length === 0 && other !== undefined) {
    const methods = [...new Set(here.map(({ operation }) => operation.method))].join(", ");
    const { route } = other.operation;
    const message = `\`${route}\` takes ${methods} in ${other.api.path}, and the sample sends ${request.method}.`;
    add("method", `${request.method} ${route}`, request.url, other.api, message);
    return judgement;
  }
  const exact = same.filter(({ operation }) =>
    operation.parts.every((part, at) => part === null || part === parts[at]),
  );
  const candidates = exact.length > 0 ? mostLiteral(exact) : same.length === 1 ? same : [];
  const body = request.body === null || command.showsFailure ? null : readBody(request.body.text);
  if (request.body === null || body === null) return judgement;
  // Two documents may describe one address: what one of them allows is allowed.
  const all = candidates.map((one) => ({
    ...one,
    faults: findBodyFaults({ document: one.api.document, schema: one.operation.body, isKnown }, body),
  }));
  const [one] = all;
  if (one === undefined || all.some(({ faults }) => faults.length === 0)) return judgement;
  for (const { kind, property } of one.faults) {
    const { method, route } = one.operation;
    const place = `\`${method} ${route}\` in ${one.api.path}`;
    const message =
      kind === "unknown"
        ? `\`${property}\` is no property of the body of ${place}.`
        : `The body lacks \`${property}\`, which ${place} requires.`;
    const line = kind === "unknown" ? lineOf(request.body, property) : request.body.line;
    add("body", property, { ...request.body, line }, one.api, message);
  }
  return judgement;
}

/** `/users/me` is more exact than `/users/{id}`. */
function mostLiteral<T extends { operation: Operation }>(found: readonly T[]): T[] {
  const count = ({ operation }: T) => operation.parts.filter((part) => part === null).length;
  const least = Math.min(...found.map(count));
  return found.filter((one) => count(one) === least);
}

/** Where a property stands: each part of its name behind the one before. */
function lineOf({ text, line }: Word, property: string): number {
  let at = 0;
  for (const part of property.replaceAll("[]", "").split(".")) at = Math.max(at, text.indexOf(`"${part}"`, at));
  return line + text.slice(0, at).split("\n").length - 1;
}

/** The JSON of a body that is whole; null for a file, a form, and for one that leaves something out. */
function readBody(text: string): unknown {
  // An empty one shows what happens without, or stands for any.
  if (!/^\s*[{[]\s*[^\s}\]]/.test(text) || text.includes("...") || text.includes("…")) return null;
  return parseJsonOrNull(text);
}
