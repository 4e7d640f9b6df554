type Refusal = { data?: { problem?: { code?: string } } | null };

/** Takes whoever's session has ended to the sign-in page, and back to where they were. A wrong password there is no such end. */
export function signInAgain(error: unknown): void {
  const { pathname, search } = window.location;
  const isEnded = (error as Refusal).data?.problem?.code === "not_signed_in";
  if (!isEnded || pathname.startsWith("/sign-in")) return;
  window.location.assign(`/sign-in?next=${encodeURIComponent(`${pathname}${search}`)}`);
}
