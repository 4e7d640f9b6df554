import { AppError } from "@docsteward/contract/error";
import { trimEndOf } from "@docsteward/platform/cut-text";

/**
 * Brings the folder of the pages into the form that is stored: relative to the repository's root, without slashes around it,
 * `""` for the whole repository.
 *
 * @throws AppError `invalid_request` when it leads out of the repository or is no plain path
 */
export function toDocsPath(text: string): string {
  const path = trimEndOf(
    text
      .trim()
      .normalize("NFC")
      .replace(/^(?:\.?\/)+/, ""),
    "/",
  );
  if (path === "" || path === ".") return "";
  const isPlain = path
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && !/^\.git/i.test(part));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (isPlain && !/[\\\u0000-\u001f]/.test(path)) return path;
  const sentence = `The docs path "${text}" must be a folder in the repository, such as docs or website/docs.`;
  throw new AppError("invalid_request", sentence, { details: [{ path: "docsPath", message: sentence }] });
}
