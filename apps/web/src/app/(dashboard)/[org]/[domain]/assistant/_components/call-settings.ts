"use client";

import { parseAsArrayOf, parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useState } from "react";

/** What a call of the assistant may carry besides the question. */
export type CallSettings = {
  retrievalPageSize: number;
  filter: { version?: string; language?: string; tag?: string; groups?: string[]; path?: string };
  currentPath: string | null;
  context: ContextItem[];
};
export type ContextItem = { type: "code" | "textSelection"; value: string; path?: string };

export const DEFAULT_SETTINGS: CallSettings = { retrievalPageSize: 12, filter: {}, currentPath: null, context: [] };

/** The fields of the call's body. What is as it would be anyway is left out. */
export function toFields(settings: CallSettings) {
  const { retrievalPageSize, filter, currentPath, context } = settings;
  const given = Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value.length > 0),
  );
  return {
    ...(retrievalPageSize !== DEFAULT_SETTINGS.retrievalPageSize && { retrievalPageSize }),
    ...(Object.keys(given).length > 0 && { filter: given }),
    ...(currentPath !== null && { currentPath }),
    ...(context.length > 0 && { context }),
  };
}

/** How many of the filter's fields say something. */
export function countFilters({ filter }: CallSettings): number {
  return Object.values(filter).filter((value) => value !== undefined && value.length > 0).length;
}

const MAX_PAGES = 50;

const IN_ADDRESS = {
  pages: parseAsInteger.withDefault(DEFAULT_SETTINGS.retrievalPageSize),
  version: parseAsString,
  language: parseAsString,
  tag: parseAsString,
  groups: parseAsArrayOf(parseAsString).withDefault([]),
  path: parseAsString,
  currentPath: parseAsString,
};

/**
 * What a call carries besides the question. The URL keeps it, so that a shared link shows the same settings; but not the
 * context, which may be long and confidential.
 */
export function useCallSettings(): [CallSettings, (settings: CallSettings) => void] {
  const [given, setGiven] = useQueryStates(IN_ADDRESS);
  const [context, setContext] = useState<ContextItem[]>(DEFAULT_SETTINGS.context);
  const { pages, version, language, tag, groups, path, currentPath } = given;
  const settings: CallSettings = {
    retrievalPageSize: Math.min(MAX_PAGES, Math.max(1, pages)),
    filter: {
      version: version ?? undefined,
      language: language ?? undefined,
      tag: tag ?? undefined,
      groups,
      path: path ?? undefined,
    },
    currentPath,
    context,
  };
  const change = (next: CallSettings) => {
    const { filter } = next;
    setContext(next.context);
    void setGiven({
      pages: next.retrievalPageSize,
      version: filter.version ?? null,
      language: filter.language ?? null,
      tag: filter.tag ?? null,
      groups: filter.groups ?? null,
      path: filter.path ?? null,
      currentPath: next.currentPath,
    });
  };
  return [settings, change];
}
