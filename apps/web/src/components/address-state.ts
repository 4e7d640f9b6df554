"use client";

import { useSearchParams } from "next/navigation";

/** Values of an address to change; null takes one away. */
export type AddressChanges = Readonly<Record<string, string | null>>;

/**
 * What a page shows, where it stands in the address, so that a link shows the same. Nothing is asked of the server.
 *
 * For pages whose scripts have no room for `nuqs`.
 */
export function useAddress() {
  const params = useSearchParams();
  const change = (changes: AddressChanges) => {
    // Not `params`: of two changes in one turn, the second knows the first.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === "") next.delete(name);
      else next.set(name, value);
    }
    const search = next.toString();
    window.history.replaceState(null, "", `${window.location.pathname}${search && `?${search}`}`);
  };
  return { params, change };
}
