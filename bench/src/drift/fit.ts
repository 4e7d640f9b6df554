import type { Weights } from "../../../packages/drift/src/score/model.ts";

/** An example to learn from: its inputs, and whether it is one of those that are looked for. */
export type Example = { inputs: readonly number[]; isTrue: boolean };

const STEPS = 250;
const RATE = 0.05;

/**
 * Fits a logistic regression: inputs are brought to one scale, and large weights cost.
 *
 * @param penalty what a weight of one costs, compared with one example
 */
export function fitWeights(examples: readonly Example[], penalty: number): Weights {
  const width = examples[0]?.inputs.length ?? 0;
  const mean = new Float64Array(width);
  const scale = new Float64Array(width);
  for (const { inputs } of examples)
    for (let at = 0; at < width; at += 1) mean[at] = (mean[at] ?? 0) + (inputs[at] ?? 0) / examples.length;
  for (const { inputs } of examples) {
    for (let at = 0; at < width; at += 1)
      scale[at] = (scale[at] ?? 0) + ((inputs[at] ?? 0) - (mean[at] ?? 0)) ** 2 / examples.length;
  }
  for (let at = 0; at < width; at += 1) scale[at] = Math.sqrt(scale[at] ?? 0) || 1;
  const rows = examples.map(({ inputs }) =>
    Float64Array.from(inputs, (value, at) => (value - (mean[at] ?? 0)) / (scale[at] ?? 1)),
  );
  const weights = new Float64Array(width + 1);
  const [first, second] = [new Float64Array(width + 1), new Float64Array(width + 1)];
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = new Float64Array(width + 1);
    rows.forEach((row, index) => {
      let sum = weights[width] ?? 0;
      for (let at = 0; at < width; at += 1) sum += (weights[at] ?? 0) * (row[at] ?? 0);
      const error = 1 / (1 + Math.exp(-sum)) - (examples[index]?.isTrue ? 1 : 0);
      for (let at = 0; at < width; at += 1) gradient[at] = (gradient[at] ?? 0) + error * (row[at] ?? 0);
      gradient[width] = (gradient[width] ?? 0) + error;
    });
    for (let at = 0; at <= width; at += 1) {
      const slope = ((gradient[at] ?? 0) + (at < width ? penalty * (weights[at] ?? 0) : 0)) / rows.length;
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope;
      second[at] = 0.999 * (second[at] ?? 0) + 0.001 * slope ** 2;
      const [mean1, mean2] = [(first[at] ?? 0) / (1 - 0.9 ** step), (second[at] ?? 0) / (1 - 0.999 ** step)];
      weights[at] = (weights[at] ?? 0) - (RATE * mean1) / (Math.sqrt(mean2) + 1e-8);
    }
  }
  let bias = weights[width] ?? 0;
  const plain = Array.from({ length: width }, (_, at) => (weights[at] ?? 0) / (scale[at] ?? 1));
  plain.forEach((weight, at) => {
    bias -= weight * (mean[at] ?? 0);
  });
  return { bias, weights: plain };
}
