import { isNode, type Node, parseJsonOrNull, parseYamlOrNull } from "../parse-data.ts";
import { roleOf } from "../repository/file-role.ts";
import { readCodeSymbols } from "./read-code-symbols.ts";
import { keyOf, type OnSymbol } from "./symbol.ts";

const OPEN_API = /^["']?openapi["']?\s{0,4}:\s{0,4}["']?3/m;
const HEAD = 4_000;

/** Reads what a file of a source defines, by its path and text alone: code, an OpenAPI document or a JSON Schema. */
export function readSymbols(path: string, text: string, onSymbol: OnSymbol): void {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  if (ending === "json") {
    readSchemaSymbols(path, parseJsonOrNull(text), onSymbol);
  } else if (ending === "yaml" || ending === "yml") {
    if (!OPEN_API.test(text.slice(0, HEAD))) return;
    readSchemaSymbols(path, parseYamlOrNull(text), onSymbol);
  } else if (roleOf(path) === "source") readCodeSymbols(path, text, onSymbol);
}

const MAX_NODES = 50_000;
const MAX_DEPTH = 60;
const METHODS = new Set(["get", "post", "put", "patch", "delete", "head", "options", "trace"]);

/**
 * Reads an OpenAPI 3 document or a JSON Schema: routes with their methods, parameters, and properties with their defaults. Other
 * documents give nothing.
 */
export function readSchemaSymbols(path: string, document: unknown, onSymbol: OnSymbol): void {
  if (!isNode(document)) return;
  const isApi = typeof document.openapi === "string" && isNode(document.paths);
  if (!isApi && !isSchema(document)) return;
  const seen = new Set<object>();
  const add = (kind: "option" | "route", written: string, value?: unknown) => {
    const isLiteral = ["string", "number", "boolean"].includes(typeof value);
    const key = kind === "route" ? written : keyOf(written);
    onSymbol({ kind, key, written, path, line: 1, ...(isLiteral && { default: String(value) }) });
  };
  const open: { node: unknown; depth: number }[] = [{ node: document, depth: 0 }];
  if (isApi && isNode(document.paths))
    for (const [route, methods] of Object.entries(document.paths))
      for (const method of isNode(methods) ? Object.keys(methods) : [])
        if (METHODS.has(method)) add("route", `${method.toUpperCase()} ${route}`);
  /** What aliases share is opened once, else a short document would be a very long one. */
  const openAll = (nodes: readonly unknown[], depth: number) => {
    for (const node of nodes) {
      if (depth > MAX_DEPTH || open.length >= MAX_NODES) return;
      if (typeof node === "object" && node !== null) open.push({ node, depth });
    }
  };
  for (let at = 0; at < open.length; at += 1) {
    const { node, depth } = open[at] ?? { node: null, depth: 0 };
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    seen.add(node);
    if (Array.isArray(node)) {
      openAll(node, depth + 1);
      continue;
    }
    if (!isNode(node)) continue;
    if (typeof node.name === "string" && typeof node.in === "string" && isNode(node.schema))
      add("option", node.name, node.schema.default);
    if (isNode(node.properties))
      for (const [name, schema] of Object.entries(node.properties))
        add("option", name, isNode(schema) ? schema.default : undefined);
    openAll(Object.values(node), depth + 1);
  }
}

const isSchema = (document: Node) =>
  (typeof document.$schema === "string" && document.$schema.includes("json-schema.org")) ||
  (isNode(document.properties) && document.type === "object");
