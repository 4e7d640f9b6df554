/** The network of one page: it ends with the page, and remembers what it was answered. */
export type Network = { fetch: typeof fetch; statuses: number[]; end(): void };

export function openNetwork(): Network {
  const page = new AbortController();
  const statuses: number[] = [];
  return {
    fetch: async (url, init) => {
      const signals = [page.signal, ...(init?.signal ? [init.signal] : [])];
      const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
      statuses.push(response.status);
      return response;
    },
    statuses,
    end: () => page.abort(),
  };
}
