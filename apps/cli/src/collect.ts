/** Makes a parser of an option that may be given several times, or with several values. */
export function collect<T>(parse: (text: string) => T) {
  return (text: string, before: T[] | undefined): T[] => [...(before ?? []), parse(text)];
}
