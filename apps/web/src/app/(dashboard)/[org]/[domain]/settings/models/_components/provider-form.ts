import { z } from "zod";

/** The form of a provider. An empty key keeps the stored one. */
export const ProviderForm = z
  .object({
    provider: z.enum(["anthropic", "openai-compatible"]),
    apiKey: z.string().trim(),
    baseUrl: z.string().trim(),
    modelId: z.string().trim().min(1, "Enter a model name."),
    opusModelId: z.string().trim(),
  })
  .refine(({ provider, baseUrl }) => provider === "anthropic" || baseUrl !== "", {
    path: ["baseUrl"],
    message: "Enter the server URL.",
  });
export type ProviderForm = z.infer<typeof ProviderForm>;

export const PROVIDER_FIELDS = ["apiKey", "baseUrl", "modelId", "opusModelId"] as const;

/** What the installation itself calls unless it is told otherwise. */
export const ANTHROPIC_MODELS = { modelId: "claude-sonnet-4-5", opusModelId: "claude-opus-4-5" };

/** A form's values as the server takes them. */
export function toProvider({ apiKey, baseUrl, opusModelId, ...values }: ProviderForm) {
  return {
    ...values,
    baseUrl: baseUrl === "" ? null : baseUrl,
    opusModelId: values.provider === "anthropic" ? opusModelId : null,
    apiKey: apiKey === "" ? undefined : apiKey,
  };
}
