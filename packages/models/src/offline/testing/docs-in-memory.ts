import { type ToolSet, tool } from "ai";
import { z } from "zod";

type Files = Record<string, string>;
type Replacement = { old: string; new: string; all?: boolean };

export type DocsInMemory = {
  files: Files;
  tools: ToolSet;
  /** Every call in order, e.g. `edit guides/a.mdx`. */
  calls: string[];
  finish?: { title: string; summary: string; noChange?: boolean };
  todos: { content: string; status: string }[];
  /** What `validate` answers. */
  checks: { errors: unknown[]; warnings: unknown[] };
  /** Called before each tool runs; a returned sentence refuses it. */
  interfere?: (name: string, input: Record<string, unknown>) => string | undefined;
};

/** The agent's tools over files in memory, as strict as the real ones: exact edits, read before edit, cut results. */
export function docsInMemory(before: Files, { maxMatches = 200, maxPaths = 500 } = {}): DocsInMemory {
  const docs: DocsInMemory = {
    files: { ...before },
    tools: {},
    calls: [],
    todos: [],
    checks: { errors: [], warnings: [] },
  };
  const { files } = docs;
  const seen = new Set<string>();
  const paths = () => Object.keys(files).sort();
  const text = (path: string) => files[path] ?? fail(`File ${path} not found.`);

  const edit = (path: string, edits: Replacement[]) => {
    if (!seen.has(path)) fail(`Read ${path} before you change it.`);
    let now = text(path);
    for (const { old, new: put, all } of edits) {
      const count = old === "" ? 0 : now.split(old).length - 1;
      if (count === 0) fail("`old` not found in the file.");
      if (count > 1 && !all) fail(`\`old\` stands ${count} times in the file.`);
      if (old === put) fail("`old` and `new` are the same.");
      now = now.split(old).join(put);
    }
    files[path] = now;
    return { path, replacements: edits.length };
  };

  const one = z.object({ old: z.string(), new: z.string(), all: z.boolean().optional() });
  const define = <Shape extends z.ZodType<object>>(
    name: string,
    inputSchema: Shape,
    run: (input: z.infer<Shape>) => object,
  ) => {
    const execute = async (input: z.infer<Shape>) => {
      const fields = input as Record<string, unknown>;
      docs.calls.push([name, fields.path ?? fields.from ?? ""].join(" ").trim());
      try {
        const refusal = docs.interfere?.(name, fields);
        return refusal === undefined ? run(input) : { error: refusal };
      } catch (error) {
        return { error: (error as Error).message };
      }
    };
    docs.tools[name] = tool({ inputSchema, execute } as never);
  };

  define("glob", z.object({ pattern: z.string() }), ({ pattern }) => {
    const found = paths().filter((path) => globToRegExp(pattern).test(path));
    return { paths: found.slice(0, maxPaths), isCut: found.length > maxPaths };
  });
  define("list", z.object({ path: z.string(), depth: z.int().optional() }), () => ({ entries: [], isCut: false }));
  define(
    "grep",
    z.object({ pattern: z.string().max(1000), path: z.string().optional() }),
    ({ pattern, path: below }) => {
      const expression = new RegExp(pattern.replaceAll("[:alpha:]", "A-Za-z").replaceAll("[:alnum:]", "A-Za-z0-9"));
      const matches = paths()
        .filter((path) => below === undefined || path === below || path.startsWith(`${below}/`))
        .flatMap((path) =>
          text(path)
            .split("\n")
            .flatMap((line, index) => (expression.test(line) ? [{ path, line: index + 1, text: line }] : [])),
        );
      return { matches: matches.slice(0, maxMatches), isCut: matches.length > maxMatches };
    },
  );
  define(
    "read",
    z.object({ path: z.string(), from: z.int().optional(), to: z.int().optional() }),
    ({ path, from = 1, to }) => {
      const lines = text(path).split("\n");
      const last = Math.min(to ?? lines.length, from + 1_999, lines.length);
      const part = lines.slice(from - 1, last).join("\n");
      if (part.length > 100_000)
        fail(`These lines are ${part.length} characters; read at most 100000 per call with from and to.`);
      seen.add(path);
      return { path, from, to: last, totalLines: lines.length, text: part };
    },
  );
  define("edit", one.extend({ path: z.string() }), ({ path, ...replacement }) => edit(path, [replacement]));
  define("multi_edit", z.object({ path: z.string(), edits: z.array(one).min(1).max(100) }), ({ path, edits }) =>
    edit(path, edits),
  );
  define("write", z.object({ path: z.string(), content: z.string() }), ({ path, content }) => {
    const created = files[path] === undefined;
    if (!created && !seen.has(path)) fail(`Read ${path} before you change it.`);
    files[path] = content;
    seen.add(path);
    return { path, created };
  });
  define("move", z.object({ from: z.string(), to: z.string() }), ({ from, to }) => {
    if (files[to] !== undefined) fail(`${to} already exists. Choose another path.`);
    files[to] = text(from);
    delete files[from];
    if (seen.delete(from)) seen.add(to);
    return { from, to };
  });
  define("delete", z.object({ path: z.string() }), ({ path }) => {
    text(path);
    delete files[path];
    return { path };
  });
  define(
    "todo_write",
    z.object({
      todos: z.array(
        z.object({
          id: z.string().min(1),
          content: z.string().min(1).max(500),
          status: z.string(),
          priority: z.string(),
        }),
      ),
    }),
    ({ todos }) => {
      docs.todos = todos;
      return { todos };
    },
  );
  define("diff", z.object({}), () => {
    const changed = [...new Set([...Object.keys(before), ...paths()])].filter((path) => before[path] !== files[path]);
    return { files: changed.map((path) => ({ path, status: "modified", additions: 1, deletions: 1 })), patch: "" };
  });
  define("validate", z.object({}), () => docs.checks);
  define("search", z.object({ query: z.string() }), () => ({ results: [] }));
  define(
    "finish",
    z.object({
      title: z.string().min(1).max(200),
      summary: z.string().min(1).max(20_000),
      noChange: z.boolean().optional(),
    }),
    (input) => {
      const isChanged =
        paths().join() !== Object.keys(before).sort().join() || paths().some((path) => before[path] !== files[path]);
      if (input.noChange && isChanged) fail("You have changed a file. Finish without noChange.");
      if (!input.noChange && !isChanged) fail("No file is changed. Finish with noChange set to true.");
      docs.finish = input;
      return { accepted: true };
    },
  );
  return docs;
}

function fail(sentence: string): never {
  throw new Error(sentence);
}

function globToRegExp(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*|\?|\{[^}]*\}|[.+^$()|\\]/g, (piece) => {
    if (piece === "**/") return "(?:.*/)?";
    if (piece === "*") return "[^/]*";
    if (piece === "?") return "[^/]";
    return piece.startsWith("{") ? `(?:${piece.slice(1, -1).replaceAll(",", "|")})` : `\\${piece}`;
  });
  return new RegExp(`^${source}$`);
}
