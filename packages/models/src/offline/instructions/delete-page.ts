import { findLinkers } from "../links/find-linkers.ts";
import { unlink } from "../links/unlink.ts";
import { editNavigation } from "../navigation/edit-navigation.ts";
import type { InstructionOf } from "../parse/instruction.ts";
import { type Procedure, request } from "../procedure.ts";
import { findPage } from "../site/find-page.ts";
import type { Site } from "../site/open-site.ts";
import { editFiles } from "../tools/edit-files.ts";
import { failureLines, listPaths, type Outcome, plural } from "./outcome.ts";

/** Deletes a page with its navigation entry. Links to it become plain text, and the summary says where. */
export function* deletePage(instruction: InstructionOf<"delete-page">, site: Site): Procedure<Outcome> {
  const found = yield* findPage(instruction.page, site);
  const asked = `Delete ${instruction.page}`;
  if ("problem" in found) return { status: "unclear", title: asked, lines: [found.problem] };
  const { page } = found;
  const title = `Delete ${page}`;
  const deleted = yield* request("delete", { path: page }, `Deleting ${page}.`);
  if (deleted.error !== undefined) {
    return { status: "unclear", title, lines: [`Could not delete \`${page}\`: ${deleted.error}`] };
  }
  site.pages = site.pages.filter((path) => path !== page);
  const linkers = yield* findLinkers(page, site);
  const edited = yield* editFiles(
    linkers.pages.filter((path) => path !== page),
    (path, text) => unlink(path, text, page, site),
    { read: `Reading the pages that may link to ${page}.`, edit: "Replacing links to the page with plain text." },
  );
  const navigation = yield* editNavigation({ kind: "remove", page }, site);

  const places = [...edited.changed].flatMap(([path, { note = [] }]) => note.map((line) => `${path}:${line}`));
  const lines = [`Deleted \`${page}\`.`];
  if (places.length > 0) {
    lines.push(
      `${plural(places.length, "link")} to it became plain text: ${listPaths(places, 50)}. Check that the sentences still read well.`,
    );
  }
  if (navigation.files.length > 0) lines.push(`Removed its entry from ${listPaths(navigation.files)}.`);
  if (linkers.isCut) lines.push("The search for links was incomplete. The checks below list links that are left.");
  lines.push(...failureLines([...edited.failed, ...navigation.failed]));
  return { status: "done", title, lines };
}
