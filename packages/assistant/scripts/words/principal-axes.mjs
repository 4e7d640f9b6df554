const ROUNDS = 10;

/** The directions in which rows differ most, found by turning pairs of them until none depend on each other (Jacobi). */
export function principalAxes(rows, count) {
  const size = rows[0].length;
  const spread = Array.from({ length: size }, () => new Float64Array(size));
  for (const row of rows)
    for (let a = 0; a < size; a += 1) for (let b = 0; b < size; b += 1) spread[a][b] += row[a] * row[b];
  const axes = Array.from({ length: size }, (_, a) => new Float64Array(size).map((_, b) => (a === b ? 1 : 0)));
  for (let round = 0; round < ROUNDS; round += 1)
    for (let p = 0; p < size - 1; p += 1) for (let q = p + 1; q < size; q += 1) turn(spread, axes, p, q);
  const order = Array.from(axes.keys()).sort((a, b) => spread[b][b] - spread[a][a]);
  return order.slice(0, count).map((at) => axes[at]);
}

function turn(spread, axes, p, q) {
  if (spread[p][q] === 0) return;
  const slope = (spread[q][q] - spread[p][p]) / (2 * spread[p][q]);
  const t = (slope < 0 ? -1 : 1) / (Math.abs(slope) + Math.sqrt(slope * slope + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (const row of spread) [row[p], row[q]] = [c * row[p] - s * row[q], s * row[p] + c * row[q]];
  for (const matrix of [spread, axes])
    for (let at = 0; at < matrix[p].length; at += 1) {
      const [a, b] = [matrix[p][at], matrix[q][at]];
      matrix[p][at] = c * a - s * b;
      matrix[q][at] = s * a + c * b;
    }
}
