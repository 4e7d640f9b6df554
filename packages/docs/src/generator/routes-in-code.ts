import { stemOf } from "../site/posix.ts";
import { basePath } from "./generator.ts";

/** A text of Python or Ruby, up to what it takes in: `"changelog.md"`, `f"api/{name}.md"`, `"tags/#{tag}"`. */
const TEXT = /["']([\w./-]{1,200})(["'{%#$])/g;
/** A folder by its name alone, where code joins or names a path: `Path("reference", path)`, `API_DIR = "api"`. */
const FOLDER = /^[A-Za-z][\w-]{1,60}\/?$/;
const BEFORE_FOLDER = ["Path(", "join(", "/", "dir =", "dir=", "folder =", "folder=", "root =", "root="];
const MAX_BEFORE = 20;
const MAX_CODE = 100_000;
const MAX_ROUTES = 200;

/**
 * The addresses that code of a site may write pages to, by the texts it holds: those that are called like pages, the folders of names
 * that it completes, and folders that it joins with something.
 *
 * @param root the folder of the pages, which may stand in front of them
 */
export function routesInCode(code: string, root: string): string[] {
  const text = code.slice(0, MAX_CODE);
  const names = [...text.matchAll(TEXT)].flatMap(([, name = "", end]) => {
    const folder = name.slice(0, name.lastIndexOf("/") + 1);
    if (end !== '"' && end !== "'") return folder;
    return /\.(?:md|markdown|html)$/.test(name) ? stemOf(name).replace(/\.(?:markdown|html)$/, "") : [];
  });
  const parts = text.split(/["']/);
  const folders = parts.filter((name, at) => FOLDER.test(name) && isJoined(parts[at - 1] ?? ""));
  const routes = [...names, ...folders].map((name) => {
    const place = name.replace(/^(?:\.{0,2}\/)+/, "");
    const own = root !== "" && place.startsWith(`${root}/`) ? place.slice(root.length + 1) : place;
    return basePath(own).replace(/\/(?:index|README)$/, "");
  });
  // The page at the root is called so by much code, and made by what names it with its folder.
  const makesHome = root !== "" && text.includes(`${root}/index.md`);
  const isRoot = (route: string) => /^\/(?:index|README|SUMMARY)?$/.test(route) || route === `/${root}`;
  const places = [...new Set(routes)].filter((route) => route !== "" && !isRoot(route)).slice(0, MAX_ROUTES);
  return makesHome ? [...places, "/index"] : places;
}

function isJoined(before: string): boolean {
  const end = before.slice(-MAX_BEFORE).trimEnd().toLowerCase();
  return BEFORE_FOLDER.some((sign) => end.endsWith(sign.toLowerCase()));
}
