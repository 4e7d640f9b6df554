import { isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { AppError } from "@docsteward/contract/error";

/**
 * Brings what a person calls a repository into the one form that is stored: `file:///…` with an absolute path.
 *
 * @param text a path (relative ones start at this process's working folder) or a `file://` URL
 * @throws AppError `invalid_request` for everything else, as long as only repositories on this machine are served
 */
export function toRepositoryUrl(text: string): string {
  const given = text.trim();
  if (given === "" || given.includes("\0")) throw refusal("The repository must be a path or a file:// URL.");
  if (/^file:/i.test(given)) return pathToFileURL(fromFileUrl(given)).href;
  const isRemote = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) || /^[^/\\]+@[^/\\]+:/.test(given);
  if (isRemote) {
    throw refusal(
      `Only repositories on this machine are served so far. Clone ${withoutSecrets(given)} and give the path of the clone.`,
    );
  }
  return pathToFileURL(isAbsolute(given) ? given : resolve(given)).href;
}

function fromFileUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw refusal(`"${url}" is not a file URL of this machine: it must look like file:///srv/docs.git.`, cause);
  }
}

function withoutSecrets(address: string): string {
  return address.replace(/\/\/[^/@]*@/, "//");
}

function refusal(sentence: string, cause?: unknown): AppError {
  return new AppError("invalid_request", sentence, { cause, details: [{ path: "repo", message: sentence }] });
}
