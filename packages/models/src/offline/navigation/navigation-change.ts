import type { Site } from "../site/open-site.ts";
import type { Splice } from "../text/splice.ts";

/** What happens to a page's entry in the navigation. */
export type NavigationChange =
  | { kind: "add"; page: string; title: string }
  | { kind: "move"; page: string; to: string; title: string }
  | { kind: "remove"; page: string };

/** Finds the edits that a change asks for in one navigation file; none when the file does not hold the page. */
export type NavigationDialect = (
  file: { path: string; text: string },
  change: NavigationChange,
  site: Site,
) => Splice[];
