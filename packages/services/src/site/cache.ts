import type { Embedder } from "@docsteward/assistant/embedding/embedder";
import { createRetriever } from "@docsteward/assistant/retriever/create-retriever";
import type { Retriever } from "@docsteward/assistant/retriever/retriever";
import type { Transaction } from "@docsteward/db/client";
import type { Notifier } from "@docsteward/db/notify";
import type { Clock } from "@docsteward/platform/clock";
import type { Reporter } from "@docsteward/platform/log";
import { type LoadedSite, type LoadedVectors, loadSite, loadVectors } from "./load.ts";

/** The sites that this process holds in memory, ready to be searched. */
export type SiteCache = {
  /** The version that answers now, loaded when it is not held; null when there is none yet. */
  open(projectId: string): Promise<OpenedSite | null>;
  /**
   * Loads sites before they are asked for, the first one first, as long as all together take at most half of the room: those that
   * are asked for while this runs leave none of them.
   */
  warm(projectIds: readonly string[]): Promise<void>;
  /** Announces that another version is current: later callers get that one. Other processes are notified. */
  expire(projectId: string): void;
  /** What the sites held take in memory, about. */
  sizeBytes(): number;
  close(): void;
};

type SiteCacheOptions = {
  db: Transaction;
  notifier: Notifier;
  clock: Clock;
  log: Reporter;
  /** Sites that were not asked for longest leave when all together take more. One always stays. */
  maxBytes: number;
  embedder: Embedder | null;
};

/** Behind the notifications, should one get lost. */
const LOOK_MS = 2_000;
/** A site that was asked so lately is loaded again as soon as another version answers, and not only by the next question. */
const WARM_MS = 5 * 60_000;

type Held = { site: OpenedSite; loaded: LoadedSite; vectors: LoadedVectors; vectorsRevision: number };
type Entry = {
  held: Held | null;
  /** One look at a time: questions that come meanwhile wait for the same. */
  looking: Promise<void> | null;
  checkedAtMs: number;
  askedAtMs: number;
  isStale: boolean;
};

/** Makes an empty cache. Nothing is loaded before the first request. */
export function createSiteCache(options: SiteCacheOptions): SiteCache {
  const { notifier, clock, log, maxBytes } = options;
  /** The one asked last at the end. */
  const entries = new Map<string, Entry>();
  const nowMs = () => clock.now().getTime();
  let isClosed = false;
  const sizeBytes = () => {
    let sum = 0;
    for (const { held } of entries.values()) sum += held?.site.retriever.sizeBytes ?? 0;
    return sum;
  };

  const look = async (projectId: string, entry: Entry): Promise<void> => {
    entry.isStale = false;
    entry.checkedAtMs = nowMs();
    try {
      entry.held = await refresh(options, projectId, entry.held);
    } catch (error) {
      entry.isStale = true;
      throw error;
    }
    if (entry.held === null) entries.delete(projectId);
    for (const [id, other] of entries) {
      if (sizeBytes() <= maxBytes) break;
      if (other !== entry && other.looking === null) entries.delete(id);
    }
  };
  const lookOnce = (projectId: string, entry: Entry): Promise<void> => {
    entry.looking ??= look(projectId, entry).finally(() => {
      entry.looking = null;
    });
    return entry.looking;
  };
  const unsubscribe = notifier.subscribe("site", (named) => {
    for (const [projectId, entry] of entries) {
      if (named !== null && named !== projectId) continue;
      entry.isStale = true;
      if (nowMs() - entry.askedAtMs > WARM_MS) continue;
      lookOnce(projectId, entry).catch((error) => log.warn({ err: error, projectId }, "site could not be loaded"));
    }
  });

  const open: SiteCache["open"] = async (projectId) => {
    const entry = entries.get(projectId) ?? {
      held: null,
      looking: null,
      checkedAtMs: 0,
      askedAtMs: 0,
      isStale: true,
    };
    entries.delete(projectId);
    entries.set(projectId, entry);
    entry.askedAtMs = nowMs();
    // Polls again after a notification that arrived during a poll: the poll may have read the older version.
    do {
      if (entry.looking !== null || entry.isStale || nowMs() - entry.checkedAtMs > LOOK_MS)
        await lookOnce(projectId, entry);
    } while (entry.isStale);
    return entry.held?.site ?? null;
  };

  return {
    open,
    async warm(projectIds) {
      for (const projectId of projectIds) {
        if (isClosed || sizeBytes() > maxBytes / 2) return;
        await open(projectId).catch((error) => log.warn({ err: error, projectId }, "site could not be loaded"));
      }
    },
    expire(projectId) {
      const entry = entries.get(projectId);
      if (entry) entry.isStale = true;
    },
    sizeBytes,
    close() {
      isClosed = true;
      unsubscribe();
    },
  };
}

async function refresh({ db, embedder }: SiteCacheOptions, projectId: string, held: Held | null): Promise<Held | null> {
  const now = await db.siteIndex.findUnique({ where: { projectId }, select: NOW_COLUMNS });
  if (!now || now.version === 0 || now.commit === null || now.indexedAt === null) return null;
  const { commit, indexedAt, version, vectorsRevision } = now;
  const isSameVersion = held?.loaded.version === version;
  if (held && isSameVersion && held.vectorsRevision === vectorsRevision) {
    return { ...held, site: { ...held.site, commit, indexedAt } };
  }
  const isHeld = held !== null && isSameVersion;
  const read = isHeld ? { loaded: held.loaded } : await loadSite(db, projectId, held?.loaded);
  if (read === null) return null;
  const { loaded, words } = { words: undefined, ...read };
  const vectors: LoadedVectors = embedder
    ? await loadVectors(db, { projectId, embedderId: embedder.id, loaded }, held?.vectors)
    : new Map();
  const pages = [...loaded.pages.values()].map(({ page }) => page);
  const meaning = embedder && vectors.size > 0 ? { embedder, vectors } : undefined;
  const { synonyms } = loaded;
  const retriever = await createRetriever(pages, { earlier: held?.site.retriever, words, meaning, synonyms });
  const changedAt = (file: string) => loaded.pages.get(file)?.changedAt ?? null;
  const site = { retriever, version: loaded.version, commit: loaded.commit, indexedAt: loaded.indexedAt, changedAt };
  return { loaded, vectors, vectorsRevision, site };
}

const NOW_COLUMNS = { version: true, commit: true, indexedAt: true, vectorsRevision: true } as const;

/**
 * A site as one question sees it: one version from the first look to the last, also when another one comes to answer
 * meanwhile.
 */
export type OpenedSite = {
  retriever: Retriever;
  /** Grows with each version that comes to answer. */
  version: number;
  commit: string;
  indexedAt: Date;
  /** When a page last changed, by its file; null when the history does not say. */
  changedAt(file: string): Date | null;
};
