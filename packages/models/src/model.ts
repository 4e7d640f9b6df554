import type { LanguageModelV4 } from "@ai-sdk/provider";

/**
 * A model as the rest of the product sees it: the ai SDK's own provider interface plus the name people know it by.
 *
 * `name` is what a job shows (`sonnet`, `opus`, `offline`, or the configured model's name), `modelId` what the provider is asked for.
 */
export type Model = {
  readonly name: string;
  readonly provider: "offline" | "anthropic" | "openai-compatible";
  readonly modelId: string;
  readonly languageModel: LanguageModelV4;
  /** Whether the provider honours Anthropic cache markers (`providerOptions.anthropic.cacheControl`). */
  readonly hasCacheMarkers: boolean;
  /** Set in the settings of a project or an organization, and not by the environment of the installation. */
  readonly isFromSettings?: boolean;
};
