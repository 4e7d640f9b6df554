type Call = (input: unknown) => Promise<unknown>;

/** One procedure of a caller, by its dotted name. */
export function procedureCaller(caller: unknown, path: string): Call {
  return path.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller) as Call;
}
