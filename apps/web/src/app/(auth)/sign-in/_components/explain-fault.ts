const SENTENCES: Record<string, string> = {
  demo_link: "The demo link works once, on the machine that runs the demo. To get a new link, restart the demo.",
  signup_disabled: "No account uses this identity. Ask an admin for an invitation, or sign in another way.",
  account_not_linked:
    "An account with this email address exists. Sign in with its password, then link this provider under Account.",
  email_not_found: "The provider didn't share your email address. Allow access to it, then try again.",
  access_denied: "Sign-in was cancelled at the provider. Nothing changed.",
};

/** Says why a sign-in by a provider or a link came to nothing. @param code from the address; whatever is not known has one sentence */
export function explainFault(code: string | string[] | undefined): string | undefined {
  if (typeof code !== "string") return undefined;
  return SENTENCES[code.toLowerCase()] ?? "Sign-in with the provider failed. Try again, or sign in another way.";
}
