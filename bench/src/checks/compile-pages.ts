import { compile } from "@mdx-js/mdx";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";

/**
 * What a project without a checker does: compiles every page strictly with @mdx-js/mdx. It finds pages that do not parse, and
 * nothing else.
 *
 * @returns how many pages do not compile
 */
export async function compilePages(pages: readonly { path: string; text: string }[]): Promise<number> {
  let failed = 0;
  for (const { path, text } of pages) {
    const format = path.endsWith(".mdx") ? "mdx" : "md";
    await compile(text, { format, remarkPlugins: [remarkGfm, remarkFrontmatter] }).catch(() => {
      failed += 1;
    });
  }
  return failed;
}
