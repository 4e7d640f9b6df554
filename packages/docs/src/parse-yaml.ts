import { type Document, isPair, isScalar, LineCounter, parseDocument, visit, type YAMLParseError } from "yaml";

/** The first error of a YAML text; `offset` counts UTF-16 units. */
export type YamlProblem = { code: string; message: string; offset: number };
/** Result of `parseYaml`. */
export type ParsedYaml = { document: Document.Parsed; lines: LineCounter; problem: YamlProblem | null };

/**
 * Parses YAML, in which a key that appears twice is a problem. The parser's own check compares each key with each, and takes
 * seconds for a file of 60 kB: this one takes a step a key.
 *
 * @throws RangeError for what is nested too deeply
 */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: "silent",
    uniqueKeys: false,
  });
  const error = document.errors.find((one) => !isLooseFlow(one));
  const problem = error
    ? { code: error.code, message: error.message, offset: error.pos[0] }
    : findDuplicateKey(document);
  return { document, lines, problem };
}

/** A bracket that is closed at the margin: the parsers of Python, Ruby, Go and JavaScript take it. */
function isLooseFlow({ code, message }: YAMLParseError): boolean {
  return code === "BAD_INDENT" && message.startsWith("Flow end indicator");
}

function findDuplicateKey(document: Document.Parsed): YamlProblem | null {
  let offset: number | null = null;
  visit(document, {
    Map(_, map) {
      const keys = new Set<unknown>();
      for (const item of map.items) {
        const key = isPair(item) ? item.key : null;
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) {
          offset = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return offset === null ? null : { code: "DUPLICATE_KEY", message: "Map keys must be unique", offset };
}
