import { namesOfModels } from "@docsteward/contract/model-settings";
import type { Env } from "@docsteward/platform/env";

/**
 * The names a job may ask for on this installation, the default first among them. The models behind the names are the
 * worker's business; `packages/models` offers the same names for the same configuration.
 */
export function modelNames({
  MODEL_PROVIDER: provider,
  OPENAI_COMPATIBLE_MODEL: model = "openai-compatible",
}: Pick<Env, "MODEL_PROVIDER" | "OPENAI_COMPATIBLE_MODEL">): { defaultName: string; names: readonly string[] } {
  const names = namesOfModels({ provider, model });
  return { defaultName: names[0], names };
}
