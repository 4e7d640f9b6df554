import type { ServiceContext } from "../context.ts";

const MAX_CHARACTERS = 2_000;

/** What questions mean, one vector each; null for all of them when there is no embedder or it fails: their words are enough. */
export async function embedQuestions(
  { embedder, log, project }: ServiceContext,
  questions: readonly string[],
): Promise<(Float32Array | null)[]> {
  const none = questions.map(() => null);
  if (embedder === null || questions.length === 0) return none;
  try {
    return await embedder.embedDocuments(questions.map((question) => question.slice(0, MAX_CHARACTERS)));
  } catch (error) {
    log.warn({ err: error, projectId: project.id }, "questions could not be embedded, they are compared by keywords");
    return none;
  }
}
