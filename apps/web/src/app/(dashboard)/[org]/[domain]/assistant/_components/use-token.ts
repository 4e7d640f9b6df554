"use client";
import type { PlaygroundKey } from "@docsteward/services/playground/create-key";
import { useMutation } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { useTRPC } from "../../../../../../trpc/api.ts";
import { useSite } from "../../../../_components/site-context.tsx";

export type Token = {
  /** The bearer of a call. Makes a key for an hour when there is none that lasts. */
  get(): Promise<string>;
  /** Whether a call can be made without making a key: only the key that asked may take an answer up again. */
  isThere(): boolean;
  /** A key of somebody's own, in place of the playground's; kept by the page alone, until it is left. */
  own: string | null;
  setOwn(token: string | null): void;
};

/** Not used any more so shortly before its end: the call has to arrive. */
const MARGIN_MS = 30_000;

/** The key that the playground calls the public interface with. It outlives a reload of the page, not the tab. */
export function useToken(): Token {
  const { org, domain, projectId } = useSite();
  const place = `docsteward-playground-${projectId}`;
  const trpc = useTRPC();
  const { mutateAsync } = useMutation(trpc.playground.createKey.mutationOptions());
  const [own, setOwn] = useState<string | null>(null);
  const making = useRef<Promise<PlaygroundKey> | null>(null);
  const get = useCallback(async () => {
    if (own !== null) return own;
    const kept = read(place);
    if (kept !== null) return kept;
    making.current ??= mutateAsync({ org, domain }).finally(() => {
      making.current = null;
    });
    const key = await making.current;
    sessionStorage.setItem(place, JSON.stringify({ token: key.token, expiresAt: key.expiresAt }));
    return key.token;
  }, [own, place, mutateAsync, org, domain]);
  const isThere = useCallback(() => own !== null || read(place) !== null, [own, place]);
  return { get, isThere, own, setOwn };
}

function read(place: string): string | null {
  // While the server renders the page there is no tab yet, and no key.
  if (typeof sessionStorage === "undefined") return null;
  const { token, expiresAt } = JSON.parse(sessionStorage.getItem(place) ?? "{}") as Partial<PlaygroundKey>;
  const isLasting = expiresAt !== undefined && new Date(expiresAt).getTime() - MARGIN_MS > Date.now();
  return isLasting && token ? token : null;
}
