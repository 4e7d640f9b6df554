/** A GitHub App, as its owner configured it. */
export type GitHubAppConfig = {
  /** GitHub's own number of it. */
  appId: string;
  /** PEM, as `parseRsaPrivateKey` gives it. */
  privateKey: string;
  /** What its events are signed with; null when none are believed. */
  webhookSecret: string | null;
  /** Without a slash at the end: `https://api.github.com`, or `https://github.example.com/api/v3`. */
  apiUrl: string;
};
