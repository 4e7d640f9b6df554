import type { RenderedDiff } from "./diff.ts";

type Made = { value: RenderedDiff; isKept: boolean };

type DiffCache = {
  /** The difference that is kept under a name, else the one that `make` gives. Calls at the same time share one. */
  recall(name: string, make: () => Promise<Made>): Promise<RenderedDiff>;
};

/** Keeps the differences that were rendered last, up to so many characters of HTML in all. */
export function createDiffCache({ maxCharacters }: { maxCharacters: number }): DiffCache {
  const kept = new Map<string, RenderedDiff>();
  const underWay = new Map<string, Promise<RenderedDiff>>();
  let characters = 0;

  const drop = (name: string) => {
    const diff = kept.get(name);
    if (diff === undefined) return;
    characters -= sizeOf(diff);
    kept.delete(name);
  };
  const keep = (name: string, diff: RenderedDiff) => {
    drop(name);
    kept.set(name, diff);
    characters += sizeOf(diff);
    for (const oldest of kept.keys()) {
      if (characters <= maxCharacters) break;
      drop(oldest);
    }
  };

  return {
    async recall(name, make) {
      const known = kept.get(name);
      if (known !== undefined) {
        kept.delete(name);
        kept.set(name, known);
        return known;
      }
      const started = underWay.get(name);
      if (started !== undefined) return started;
      const making = make().then(({ value, isKept }) => {
        if (isKept) keep(name, value);
        return value;
      });
      underWay.set(name, making);
      try {
        return await making;
      } finally {
        underWay.delete(name);
      }
    },
  };
}

function sizeOf({ head, files }: RenderedDiff): number {
  return files.reduce((sum, { html, path }) => sum + (html?.length ?? 0) + path.length, head.length);
}
