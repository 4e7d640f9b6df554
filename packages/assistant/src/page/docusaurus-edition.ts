import type { Site } from "@docsteward/docs/site/site";

/** Which version and translation of a Docusaurus site a file belongs to. */
export type DocusaurusEdition = {
  /** As the folder names it; null for the site's own language. */
  language: string | null;
  /** Null for the pages that are being written. */
  version: string | null;
  /** The page that it is a translation of, or itself. */
  original: string;
};

const TRANSLATION = /(?:^|\/)i18n\/([^/]+)\/docusaurus-plugin-content-docs\/(?:current|version-([^/]+))\/(.+)$/;

/** Tells by its path which language and which frozen version a file is of. */
export function docusaurusEdition(site: Site, file: string): DocusaurusEdition {
  const [, language = null, version = null, rest] = TRANSLATION.exec(file) ?? [];
  const frozen = joined(site.versions?.folder ?? "", "versioned_docs/version-");
  if (rest !== undefined) {
    const folder = version === null ? site.root : frozen + version;
    return { language, version, original: joined(folder, rest) };
  }
  const [own = null] = file.startsWith(frozen) ? file.slice(frozen.length).split("/") : [];
  return { language: null, version: own, original: file };
}

/** Whether readers of this version have come to it by choice: the site's base leads to another. */
export function isAside(site: Site, version: string | null): boolean {
  if (site.versions === null) return false;
  return (version === null ? site.versions.current : site.versions.places.get(version)) !== "";
}

const joined = (folder: string, rest: string) => (folder === "" ? rest : `${folder}/${rest}`);
