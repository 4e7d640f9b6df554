import { isPageFile } from "@docsteward/contract/docs-files";
import { oncePer } from "@docsteward/platform/once-per";

/** The pages of a list of files. Jobs on a site share the list while no file comes or goes, and each name is looked at once. */
export const pagesAmong = oncePer((paths: readonly string[]): readonly string[] => paths.filter(isPageFile));
