import type { Env } from "@docsteward/platform/env";

/**
 * The names a job may ask for on this installation, the default first among them. The models behind the names are the
 * worker's business; `packages/models` offers the same names for the same configuration.
 */
export function modelNames(env: Pick<Env, "MODEL_PROVIDER" | "OPENAI_COMPATIBLE_MODEL">): {
  defaultName: string;
  names: readonly string[];
} {
  switch (env.MODEL_PROVIDER) {
    case "anthropic":
      return { defaultName: "sonnet", names: ["sonnet", "opus"] };
    case "openai-compatible": {
      const name = env.OPENAI_COMPATIBLE_MODEL ?? "openai-compatible";
      return { defaultName: name, names: [name] };
    }
    case "offline":
      return { defaultName: "offline", names: ["offline"] };
  }
}
