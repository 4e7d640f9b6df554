"use client";
import { parseAsArrayOf, parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useState } from "react";
import { type CallSettings, type ContextItem, DEFAULT_SETTINGS } from "./call-settings.ts";

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
 * What a call carries besides the question. The address keeps it, so that a link shows somebody else the same; but not the
 * context, which may be long and nobody else's business.
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
