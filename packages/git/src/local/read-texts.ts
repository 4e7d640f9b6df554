import { readTextsAt, type TextAt } from "../files/read-texts-at.ts";
import { openLocalRepository } from "./open-local.ts";

/**
 * Reads files of a local repository as they are at a commit, with one git process.
 *
 * @returns for each the text; null for a file that is not there, and for one that is no text or over 1 MB
 */
export async function readTexts(repository: string, wanted: readonly TextAt[]): Promise<(string | null)[]> {
  return readTextsAt(await openLocalRepository(repository), wanted);
}
