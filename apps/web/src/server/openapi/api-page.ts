import { ERRORS, type PublicErrorCode } from "@docsteward/contract/error";
import { toCodeSamples } from "@docsteward/contract/openapi/code-samples";
import { errorsOf, type Operation } from "@docsteward/contract/operation";

const BEGIN = "<!-- operations: written by `pnpm openapi` -->";
const END = "<!-- operations: end -->";

/**
 * Writes the operations, with their errors and their calls in three languages, between the two marks of a page.
 *
 * @throws Error when the page has no such marks
 */
export function insertOperations(page: string, operations: readonly Operation[]): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`The page has no ${BEGIN} … ${END}`);
  const parts = [toOverview(operations), ...operations.map(toSection)];
  return `${before}${BEGIN}\n\n${parts.join("\n\n")}\n\n${END}${after}`;
}

function toOverview(operations: readonly Operation[]): string {
  const rows = operations.map(
    ({ method, path, summary, auth, deprecated }) =>
      `| [${summary}](#${slug(summary)}) | \`${method} ${path}\` | ${auth} | ${deprecated ? "deprecated" : ""} |`,
  );
  return ["| Operation | Address | Key | |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** The anchor that Git hosts give a heading. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s/g, "-");

function toSection(operation: Operation): string {
  const { method, path, summary, description, auth, scope, deprecated } = operation;
  const facts = [
    `Key: ${auth}${auth === "admin" ? `, scope \`${scope}\`` : ""}.`,
    ...(deprecated ? [`Deprecated: use \`${deprecated.successor}\`.`] : []),
    `Errors: ${ownErrors(operation)}.`,
  ];
  const samples = toCodeSamples(operation).map(
    ({ lang, label, source }) =>
      `<details>\n<summary>${label}</summary>\n\n\`\`\`${lang}\n${source}\n\`\`\`\n\n</details>`,
  );
  return [`### ${summary}`, `\`${method} ${path}\``, description, facts.join(" "), ...samples].join("\n\n");
}

/** Those that not every operation has. */
const EVERYWHERE: readonly PublicErrorCode[] = [
  "missing_key",
  "invalid_key",
  "expired_key",
  "revoked_key",
  "wrong_key_type",
  "ip_not_allowed",
  "internal",
  "unavailable",
];

function ownErrors(operation: Operation): string {
  return errorsOf(operation)
    .filter((code) => !EVERYWHERE.includes(code))
    .map((code) => `\`${code}\` (${ERRORS[code].status})`)
    .join(", ");
}
