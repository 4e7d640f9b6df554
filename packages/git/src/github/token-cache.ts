/** A token of an installation, good for one repository. */
export type InstallationToken = { token: string; expiresAt: Date };

export type TokenCache = {
  /** A token that is good for a while yet. Callers at the same time share one. */
  get(name: string): Promise<string>;
  /** Forgets a token that was refused; not the newer one that somebody else has got meanwhile. */
  drop(name: string, token: string): void;
};

const MAX_MARGIN_MS = 5 * 60_000;
const MAX_ENTRIES = 1_000;

/**
 * Keeps tokens in memory until shortly before they end: five minutes, or a quarter of the life of one that lives shorter.
 *
 * @param options.mint gets a new one
 */
export function createTokenCache(options: {
  now: () => Date;
  mint: (name: string) => Promise<InstallationToken>;
}): TokenCache {
  const { now, mint } = options;
  type Entry = { token: Promise<string>; value: string | null; freshUntilMs: number };
  const entries = new Map<string, Entry>();
  const forget = (name: string, entry: Entry) => void (entries.get(name) === entry && entries.delete(name));

  const renew = (name: string): Promise<string> => {
    const startedMs = now().getTime();
    const entry: Entry = { token: Promise.resolve(""), value: null, freshUntilMs: Number.POSITIVE_INFINITY };
    entry.token = mint(name).then(
      ({ token, expiresAt }) => {
        const lifeMs = expiresAt.getTime() - startedMs;
        entry.freshUntilMs = expiresAt.getTime() - Math.min(MAX_MARGIN_MS, lifeMs / 4);
        entry.value = token;
        return token;
      },
      (error) => {
        forget(name, entry);
        throw error;
      },
    );
    entries.delete(name);
    entries.set(name, entry);
    if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value ?? "");
    return entry.token;
  };

  return {
    async get(name) {
      const known = entries.get(name);
      return known && now().getTime() < known.freshUntilMs ? known.token : renew(name);
    },
    drop(name, token) {
      const known = entries.get(name);
      if (known?.value === token) forget(name, known);
    },
  };
}
