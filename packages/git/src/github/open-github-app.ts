import { App } from "@octokit/app";
import { Octokit } from "@octokit/core";
import { GitError } from "../error.ts";
import type { GitHubApp, GitHubAppConfig, TokenUse } from "./github-app.ts";
import { GitHubRefusal } from "./github-error.ts";
import { createTokenCache, mintToken } from "./installation-token.ts";
import { type FoundInstallation, findInstallation } from "./installations.ts";
import { fullName, type RepositoryName, toWebUrl } from "./repository-name.ts";
import { DEFAULT_RETRY_POLICY, gitHubFetch, type RetryPolicy, sendRequest } from "./send-request.ts";

/** Options of a GitHub App client; tests set both. */
export type GitHubAppOptions = { now?: () => Date; patience?: Partial<RetryPolicy> };

/** @param config what {@link GitHubAppConfig} says; nothing is asked of GitHub yet */
export function openGitHubApp(config: GitHubAppConfig, options: GitHubAppOptions = {}): GitHubApp {
  const { now = () => new Date() } = options;
  const patience = { ...DEFAULT_RETRY_POLICY, ...options.patience };
  const Client = Octokit.defaults({
    baseUrl: config.apiUrl,
    userAgent: "docsteward",
    log: SILENT,
    request: { fetch: gitHubFetch },
  });
  const plain = new Client();
  const app = new App({ appId: config.appId, privateKey: config.privateKey, Octokit: Client, log: SILENT });

  const openTokens = (use: TokenUse) => {
    const installations = new Map<string, FoundInstallation>();
    return createTokenCache({
      now,
      async mint(name) {
        const repository = toRepositoryName(name);
        const installation = installations.get(name) ?? (await findInstallation(self, repository, use));
        installations.delete(name);
        const token = await mintToken(self, repository, installation, use);
        // Kept only when it was good: the App may have been installed again.
        installations.set(name, installation);
        return token;
      },
    });
  };
  const tokens = {
    write: openTokens("write"),
    read: openTokens("read"),
    report: openTokens("report"),
    checks: openTokens("checks"),
    issue: openTokens("issue"),
  };
  const as = (header: string) => ({ header, refused: () => undefined });

  const self: GitHubApp = {
    config,
    webUrl: toWebUrl(config.apiUrl),
    now,
    asApp: (request, call) => sendRequest(request, { request: app.octokit.request, now, patience }, call),
    inRepository: (repository, request, call) =>
      sendRequest(
        request,
        {
          request: plain.request,
          now,
          patience,
          async authorize() {
            const cache = tokens[call?.use ?? "write"];
            const token = await cache.get(keyOf(repository));
            return { header: `token ${token}`, refused: () => cache.drop(keyOf(repository), token) };
          },
        },
        call,
      ),
    withToken: (token, request, call) =>
      sendRequest(
        request,
        { request: plain.request, now, patience, authorize: async () => as(`token ${token}`) },
        call,
      ),
    token: (repository) => tokens.write.get(keyOf(repository)),
    readToken: (repository) => tokens.read.get(keyOf(repository)),
    dropToken(repository, token) {
      for (const cache of Object.values(tokens)) cache.drop(keyOf(repository), token);
    },
  };
  return self;
}

const keyOf = (repository: RepositoryName) => fullName(repository).toLowerCase();

function toRepositoryName(key: string): RepositoryName {
  const [owner = "", name = ""] = key.split("/");
  return { owner, name };
}

const ignore = () => undefined;
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** An App that was just made, with all its secrets: GitHub shows them this once. */
export type CreatedApp = {
  appId: string;
  slug: string;
  name: string;
  /** Its public page. */
  url: string;
  privateKey: string;
  /** Null for one that was made without events. */
  webhookSecret: string | null;
};

/**
 * Gets the App that a person has made from a manifest in the browser, for the code that GitHub sent them back with.
 *
 * @throws GitError `app_credentials` for a code that is spent, an hour old or made up
 */
export async function convertManifest({ apiUrl, code }: { apiUrl: string; code: string }): Promise<CreatedApp> {
  const { request } = new Octokit({ baseUrl: apiUrl, userAgent: "docsteward", request: { fetch: gitHubFetch } });
  // Sent once: after a second try, a lost answer and a used code would look the same.
  const sender = { request, now: () => new Date(), patience: { ...DEFAULT_RETRY_POLICY, tries: 1 } };
  try {
    const made = await sendRequest((send) => send("POST /app-manifests/{code}/conversions", { code }), sender);
    return {
      appId: String(made.id),
      slug: made.slug ?? "",
      name: made.name,
      url: made.html_url,
      privateKey: made.pem,
      webhookSecret: made.webhook_secret || null,
    };
  } catch (error) {
    if (!(error instanceof GitHubRefusal)) throw error;
    throw new GitError(
      "app_credentials",
      "The code from GitHub is invalid: it was used or is older than an hour. Connect the App again.",
      { cause: error },
    );
  }
}
