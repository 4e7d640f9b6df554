const SECRETS: readonly { name: string; pattern: RegExp }[] = [
  { name: "a GitHub token", pattern: /\b(gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/ },
  { name: "an Anthropic API key", pattern: /\bsk-ant-[A-Za-z0-9_-]{20,}/ },
  { name: "an AWS access key", pattern: /\b(AKIA|ASIA)[0-9A-Z]{16}\b/ },
  { name: "a private key", pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  { name: "a JSON Web Token", pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/ },
  { name: "a Docsteward API key", pattern: /\bsvc_(dsc_)?[0-9A-Za-z]{38}\b/ },
];

/**
 * Names the kinds of secrets that stand in the added lines of a diff, or in any other text.
 *
 * @param patch a unified diff, or plain text with `isPatch` false
 */
export function findSecrets(patch: string, isPatch = true): string[] {
  const lines = patch.split("\n").filter((line) => !isPatch || (line.startsWith("+") && !line.startsWith("+++")));
  const text = lines.join("\n");
  return SECRETS.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name);
}
