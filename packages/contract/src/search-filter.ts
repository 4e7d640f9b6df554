import { z } from "zod";
import { listOf } from "./list-of.ts";
import { Text } from "./text.ts";

/** Limits which pages are used. A page passes when it fits every field that is given. */
export const SearchFilter = z
  .strictObject({
    version: Text.max(100).optional().meta({ description: "Pages of this version, and pages without one." }),
    language: Text.max(100).optional().meta({ description: "Pages in this language, e.g. `en`." }),
    tag: Text.max(100).optional().meta({ description: "Pages with this tag." }),
    groups: listOf(Text.max(100), { max: 20 }).optional().meta({ description: "Pages in one of these groups." }),
    path: Text.max(200).optional().meta({ description: "Pages at or below this path." }),
  })
  .meta({ id: "SearchFilter" });
export type SearchFilter = z.infer<typeof SearchFilter>;
