import { z } from "zod";

/** A path as models write it: `./guides/a.mdx` is `guides/a.mdx`. */
export const pagePath = () => z.string().transform((path) => path.replace(/^(?:\.\/)+(?=.)/, ""));
