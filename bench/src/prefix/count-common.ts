/** How many bytes two requests begin with in common. */
export function countCommon(before: Buffer, now: Buffer): number {
  const most = Math.min(before.length, now.length);
  // Whole blocks first: requests are large and differ near their ends.
  let count = 0;
  for (let step = 65_536; step >= 1; step = Math.floor(step / 16)) {
    while (count + step <= most && before.compare(now, count, count + step, count, count + step) === 0) count += step;
  }
  return count;
}
