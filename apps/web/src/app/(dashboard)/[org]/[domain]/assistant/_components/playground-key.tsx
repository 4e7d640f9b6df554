"use client";

import type { PlaygroundKey } from "@docsteward/services/playground";
import { Button } from "@docsteward/ui/button";
import { Field, Input } from "@docsteward/ui/field";
import { Popover } from "@docsteward/ui/popover";
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";

/** Which key the calls are made with: one that the playground makes for itself, or one that is pasted here. */
export function KeyPopover({ token }: { token: Token }) {
  const [typed, setTyped] = useState("");
  const isLikely = /^svc_dsc_[0-9A-Za-z]{20,}$/.test(typed.trim());
  return (
    <Popover
      title="Assistant key"
      align="end"
      className="w-80"
      trigger={
        <Button size="sm">
          <KeyRound aria-hidden />
          {token.own === null ? "Playground key" : `Key …${token.own.slice(-4)}`}
        </Button>
      }
    >
      <p className="text-muted-foreground text-xs">
        The playground creates a temporary key with your first question. The key works only for this site, only from the
        dashboard, and for one hour. Its usage counts towards the limits.
      </p>
      {token.own === null ? (
        <form
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            token.setOwn(typed.trim());
            setTyped("");
          }}
        >
          <Field
            label="Your assistant key"
            hint="Test exactly what a website with this key gets. The key is removed when you leave the page."
            error={typed !== "" && !isLikely ? "Assistant keys start with svc_dsc_." : undefined}
          >
            <Input
              type="password"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onValueChange={setTyped}
              className="font-mono text-xs"
            />
          </Field>
          <Button type="submit" size="sm" disabled={!isLikely}>
            Use this key
          </Button>
        </form>
      ) : (
        <Button size="sm" onClick={() => token.setOwn(null)}>
          Use the playground key
        </Button>
      )}
    </Popover>
  );
}

export type Token = {
  /** The bearer of a call. Makes a key for an hour when there is none that lasts. */
  get(): Promise<string>;
  /** Whether a call can be made without making a key: only the key that asked may take an answer up again. */
  isThere(): boolean;
  /** A key that the person enters in place of the playground's; kept only by this page, until it is left. */
  own: string | null;
  setOwn(token: string | null): void;
};

/** Not used any more so shortly before its end: the call has to arrive. */
const MARGIN_MS = 30_000;

/** The key that the playground calls the public interface with. It outlives a reload of the page, not the tab. */
export function usePlaygroundKey(): Token {
  const { org, domain, projectId } = useProject();
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
