import { isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { AppError } from "@docsteward/contract/error";
import { isScpAddress, parseRepositoryName, toRepositoryAddress } from "@docsteward/git/github/repository-name";

/**
 * Brings what a person calls a repository into the one form that is stored: `file:///…` with an absolute path, or the address of
 * a repository at GitHub.
 *
 * @param text a path (relative ones start at this process's working folder), a `file://` URL, or an address at GitHub
 * @param webUrl where the GitHub is that the App is at: `https://github.com`
 * @throws AppError `invalid_request` for everything else
 */
export function toRepositoryUrl(text: string, webUrl: string): string {
  const given = text.trim();
  if (given === "" || given.includes("\0")) throw refusal("The repository must be a path or a file:// URL.");
  if (/^file:/i.test(given)) return pathToFileURL(fromFileUrl(given)).href;
  const isRemote = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) || isScpAddress(given);
  if (!isRemote) return pathToFileURL(isAbsolute(given) ? given : resolve(given)).href;
  const name = parseRepositoryName(given, webUrl);
  if (name) return toRepositoryAddress(webUrl, name);
  throw refusal(
    `${withoutSecrets(given)} isn't a repository at ${webUrl}. Enter a URL there, or clone the repository and enter the clone's path.`,
  );
}

function fromFileUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw refusal(`"${url}" isn't a file URL of this machine. Use the form file:///srv/docs.git.`, cause);
  }
}

function withoutSecrets(address: string): string {
  return address.replace(/\/\/[^/@]*@/, "//");
}

function refusal(sentence: string, cause?: unknown): AppError {
  return new AppError("invalid_request", sentence, { cause, details: [{ path: "repo", message: sentence }] });
}
