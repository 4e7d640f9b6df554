const SENTENCES: Record<string, string> = {
  demo_link: "The demo's link works once, on the machine of the demo. Start the demo again for another.",
  signup_disabled: "Nobody has an account with this identity. Ask an admin for an invitation, or sign in another way.",
  account_not_linked:
    "There is an account with this address. Sign in with its password, then link this way of signing in under Account.",
  email_not_found: "The provider did not tell your e-mail address. Allow it there, and try again.",
  access_denied: "You did not allow the sign-in there. Nothing has happened.",
};

/** Says why a sign-in by a provider or a link came to nothing. @param code from the address; whatever is not known has one sentence */
export function explainFault(code: string | string[] | undefined): string | undefined {
  if (typeof code !== "string") return undefined;
  return (
    SENTENCES[code.toLowerCase()] ?? "The sign-in at the provider did not work. Try again, or sign in another way."
  );
}
