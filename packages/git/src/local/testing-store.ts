import type { PullRequestState } from "../host.ts";
import type { PullRequestStore, StoredPullRequest } from "./store.ts";

export type MemoryStore = PullRequestStore & { end(number: number, state: PullRequestState): void };

/** Keeps pull requests for as long as a test runs, by the rules every store keeps. */
export function createMemoryStore(): MemoryStore {
  const rows = new Map<number, StoredPullRequest>();
  const requireRow = (number: number): StoredPullRequest => {
    const row = rows.get(number);
    if (row === undefined) throw new Error(`There is no pull request ${number}.`);
    return row;
  };
  const findOpen = (branch: string) =>
    [...rows.values()].find((row) => row.branch === branch && row.state === "open") ?? null;
  return {
    find: async (number) => rows.get(number) ?? null,
    findOpen: async (branch) => findOpen(branch),
    async create({ jobId: _, ...request }) {
      const open = findOpen(request.branch);
      if (open) return open;
      const row: StoredPullRequest = { ...request, number: rows.size + 1, state: "open" };
      rows.set(row.number, row);
      return row;
    },
    async update(number, change) {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const row = { ...requireRow(number), ...given };
      rows.set(number, row);
      return row;
    },
    end(number, state) {
      rows.set(number, { ...requireRow(number), state });
    },
  };
}
