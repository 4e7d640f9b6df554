/** A model provider that a project, or its organization, has for itself. The keys are in clear: this is for calling it. */
export type ModelSettings =
  | { provider: "anthropic"; baseUrl: string | null; apiKey: string; sonnet: string; opus: string }
  | { provider: "openai-compatible"; baseUrl: string; apiKey: string | null; model: string };

/** The names that jobs know the models of such a provider by, the one of a job that names none first. */
export function namesOfModels(settings: ModelSettings): readonly [string, ...string[]] {
  return settings.provider === "anthropic" ? ["sonnet", "opus"] : [settings.model];
}
