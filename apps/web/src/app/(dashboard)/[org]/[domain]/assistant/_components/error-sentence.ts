/** What a chat client's error says to people: the interface's own sentence, where it is one. */
export function toSentence(error: Error): string {
  const { message } = error;
  try {
    const problem: unknown = JSON.parse(message);
    if (typeof problem === "object" && problem !== null && "error" in problem && typeof problem.error === "string") {
      return problem.error;
    }
  } catch {
    // Not every error is a body: the stream's own are sentences, and the browser's are its own words.
  }
  if (/failed to fetch|networkerror|load failed|network error/i.test(message)) {
    return "Can't reach the service. Check your connection and try again.";
  }
  return /^[A-Z][^<>{}]*[.!?]$/.test(message) ? message : "The service didn't respond. Try again.";
}
