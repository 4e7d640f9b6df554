import { isNode, type Node, parseJsonOrNull, parseYamlOrNull } from "../parse-data.ts";

/** An address that an OpenAPI document describes, and what may be sent to it. */
export type Operation = {
  method: string;
  /** As the document writes it: `/users/{id}`. */
  route: string;
  /** Its parts; null for one that stands for any value. */
  parts: (string | null)[];
  /** The schema of a JSON body; undefined where the document tells none. */
  body: unknown;
};

/** What a document of a source describes. */
export type Api = {
  path: string;
  document: Node;
  /** Addresses that it is served at, without a slash at the end. */
  servers: string[];
  operations: Operation[];
};

const METHODS = new Set(["get", "post", "put", "patch", "delete", "head", "options", "trace"]);
const VERSION_3 = /["']?openapi["']?\s{0,4}:\s{0,4}["']?3/;
/** A document says at its beginning what it is; one that was sorted by name, not far behind. */
const HEAD = 200_000;
const MAX_OPERATIONS = 5_000;
const MAX_SERVERS = 100;

/** Reads an OpenAPI 3 document by its path and text; null for any other file, and for one without an address of its own. */
export function readApi(path: string, text: string): Api | null {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  if (!["json", "yaml", "yml"].includes(ending) || !VERSION_3.test(text.slice(0, HEAD))) return null;
  const document = ending === "json" ? parseJsonOrNull(text) : parseYamlOrNull(text);
  if (!isNode(document) || typeof document.openapi !== "string" || !isNode(document.paths)) return null;
  const servers = readServers(document.servers);
  const operations: Operation[] = [];
  for (const [route, item] of Object.entries(document.paths)) {
    if (!isNode(item) || !route.startsWith("/")) continue;
    for (const [method, operation] of Object.entries(item)) {
      if (!METHODS.has(method) || !isNode(operation) || operations.length >= MAX_OPERATIONS) continue;
      const found = { method: method.toUpperCase(), route, parts: partsOf(route), body: bodyOf(document, operation) };
      operations.push(found);
      servers.push(...readServers(operation.servers));
    }
    servers.push(...readServers(item.servers));
  }
  return servers.length === 0 || operations.length === 0
    ? null
    : { path, document, servers: [...new Set(servers)].slice(0, MAX_SERVERS), operations };
}

/** Whole addresses: one with a variable, or below another host's address, is no sure sign. */
function readServers(servers: unknown): string[] {
  if (!Array.isArray(servers)) return [];
  return servers.flatMap((server) => {
    const url = isNode(server) && typeof server.url === "string" ? server.url : "";
    return /^https?:\/\/[^\s{}<>]+$/.test(url) ? [withoutSlash(url)] : [];
  });
}

function withoutSlash(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end -= 1;
  return url.slice(0, end);
}

function partsOf(route: string): Operation["parts"] {
  return withoutSlash(route)
    .split("/")
    .slice(1)
    .map((part) => (part.includes("{") ? null : part));
}

function bodyOf(document: Node, operation: Node): unknown {
  const body = resolve(document, operation.requestBody);
  if (!isNode(body) || !isNode(body.content)) return undefined;
  const [, json] =
    Object.entries(body.content).find(([type]) => /^application\/(?:[\w.+-]+\+)?json\b/.test(type)) ?? [];
  return isNode(json) ? json.schema : undefined;
}

const MAX_STEPS = 20;

/** What a reference inside of a document stands for; itself for what is none. */
export function resolve(document: Node, value: unknown): unknown {
  let found = value;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (!isNode(found) || typeof found.$ref !== "string") return found;
    if (!found.$ref.startsWith("#/")) return undefined;
    let next: unknown = document;
    for (const part of found.$ref.slice(2).split("/"))
      next = isNode(next) && Object.hasOwn(next, decodePart(part)) ? next[decodePart(part)] : undefined;
    found = next;
  }
  return undefined;
}

function decodePart(part: string): string {
  const text = part.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
