/** Search parameters as a page gets them. */
export type Params = Record<string, string | string[] | undefined>;

/** One value of a parameter: the first one, when an address names it several times. */
export function firstParam(params: Params, name: string): string | undefined {
  const value = params[name];
  return Array.isArray(value) ? value[0] : value;
}

/** An address with some parameters; empty ones are left out. */
export function withSearchParams(path: string, params: Record<string, string | undefined>): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
