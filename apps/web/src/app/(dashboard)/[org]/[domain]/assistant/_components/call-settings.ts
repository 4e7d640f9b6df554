/** What a call of the assistant may carry besides the question. */
export type CallSettings = {
  retrievalPageSize: number;
  filter: { version?: string; language?: string; tag?: string; groups?: string[]; path?: string };
  currentPath: string | null;
  context: ContextItem[];
};
export type ContextItem = { type: "code" | "textSelection"; value: string; path?: string };

export const DEFAULT_SETTINGS: CallSettings = { retrievalPageSize: 5, filter: {}, currentPath: null, context: [] };

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
