"use client";
import { type RefObject, useRef } from "react";
import { useShortcuts } from "./use-shortcuts.ts";

/**
 * Moves through a list with `j` and `k`. The focus itself moves, so that Enter opens the row and a screen reader says it.
 *
 * @returns for the `ref` of the list; its rows are the elements with `data-list-row`, each one that takes focus
 */
export function useListKeys<List extends HTMLElement>(): RefObject<List | null> {
  const list = useRef<List>(null);
  const move = (step: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-list-row]") ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = at === -1 ? rows[0] : rows[at + step];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
  return list;
}
