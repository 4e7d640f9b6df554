import { z } from "zod";

/** Which pages may answer. A page passes when it fits every field that is given. */
export const SearchFilter = z
  .strictObject({
    version: z.string().max(100).optional().meta({ description: "Pages of this version, and pages without one." }),
    language: z.string().max(100).optional().meta({ description: "Pages in this language, e.g. `en`." }),
    tag: z.string().max(100).optional().meta({ description: "Pages that carry this tag." }),
    groups: z.array(z.string().max(100)).max(20).optional().meta({ description: "Pages in one of these groups." }),
    path: z.string().max(200).optional().meta({ description: "Pages at this path of the site or below it." }),
  })
  .meta({ id: "SearchFilter" });
export type SearchFilter = z.infer<typeof SearchFilter>;
