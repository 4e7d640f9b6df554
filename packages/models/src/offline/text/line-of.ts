/** Tells of offsets of a text, which only grow, which line they stand on; the first is 1. */
export function createLineCounter(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (at) => {
    for (; next !== -1 && next < at; next = text.indexOf("\n", next + 1)) line += 1;
    return line;
  };
}
