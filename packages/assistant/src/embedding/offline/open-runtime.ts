import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** ONNX runtimes that can run the model. */
export type RuntimeName = "native" | "WebAssembly";

/** A loaded model in its runtime. */
export type Runtime = {
  name: RuntimeName;
  /** Why it is not the native one. */
  fallbackReason?: unknown;
  /** What the model says of each token of a text, one behind another. */
  run(tokens: readonly number[]): Promise<{ values: Float32Array; dimensions: number }>;
};

/** The part of ONNX Runtime that is used; its native package and its build for WebAssembly have it alike. */
type Onnx = {
  InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> };
  Tensor: new (type: "int64", values: BigInt64Array, shape: readonly number[]) => object;
  env: { wasm: { numThreads?: number; wasmPaths?: unknown } };
};
type Output = { data: unknown; dims: readonly number[] };
type Session = { run(inputs: Record<string, object>): Promise<Record<string, Output>> };

const ERRORS_ALONE = 3;
const OPTIONS = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: ERRORS_ALONE };

/**
 * Makes the model ready: natively where the optional package for this machine is installed, else as WebAssembly, which needs
 * three times as long for the same vectors.
 *
 * @param folder of the package that carries the model
 */
export async function openRuntime(folder: string, loadNative = importNative): Promise<Runtime> {
  const model = await readFile(join(folder, "model/onnx/model_quantized.onnx"));
  try {
    return { name: "native", run: await openSession(await loadNative(), model) };
  } catch (fallbackReason) {
    return { name: "WebAssembly", fallbackReason, run: await openSession(await loadWebAssembly(folder), model) };
  }
}

async function importNative(): Promise<Onnx> {
  // Without this, the library reports to its maker. It looks at the environment of the process, which a thread must share to change it.
  process.env.ORT_DISABLE_TELEMETRY = "1";
  return (await import("onnxruntime-node")) as unknown as Onnx;
}

async function loadWebAssembly(folder: string): Promise<Onnx> {
  const home = pathToFileURL(`${join(folder, "vendor/onnxruntime-web")}/`);
  const onnx: Onnx = await import(new URL("ort.wasm.min.mjs", home).href);
  onnx.env.wasm.numThreads = 1;
  onnx.env.wasm.wasmPaths = home.href;
  return onnx;
}

async function openSession({ InferenceSession, Tensor }: Onnx, model: Uint8Array): Promise<Runtime["run"]> {
  const session = await InferenceSession.create(model, OPTIONS);
  return async (tokens) => {
    const tensor = (of: (token: number) => bigint) =>
      new Tensor("int64", BigInt64Array.from(tokens, of), [1, tokens.length]);
    const { last_hidden_state: output } = await session.run({
      input_ids: tensor(BigInt),
      attention_mask: tensor(() => 1n),
      token_type_ids: tensor(() => 0n),
    });
    if (!(output?.data instanceof Float32Array)) throw new Error("The embedding model returned no vectors.");
    return { values: output.data, dimensions: output.dims[2] ?? 0 };
  };
}
