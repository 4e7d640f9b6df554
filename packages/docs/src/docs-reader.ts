/**
 * The files of a documentation repository at one state, as the rest of this package needs them.
 *
 * Paths are POSIX and relative to the repository's root. A job's workspace is one of these; so is a folder on disk.
 */
export type DocsReader = {
  /** Every file that may be read. Files that are neither pages nor navigation only help to find link targets. */
  paths(): Promise<readonly string[]>;
  /**
   * Every file there is, whether it may be read or not: images, code, files outside the docs folder. Folders are left out.
   *
   * Without it nothing is said of images and other assets, and navigation that is code stays unread.
   */
  assets?(): Promise<ReadonlySet<string>>;
  /**
   * A name of a file's text that no other text has, wherever it comes from: what bears one is read once for all states of a site.
   * Without it, and for files it does not know, every state is read anew.
   */
  identify?(path: string): string | undefined;
  read(path: string): Promise<{ path: string; text: string } | null>;
  /** Files that are missing or may not be read are left out. */
  readMany(paths: readonly string[]): Promise<{ path: string; text: string }[]>;
};
