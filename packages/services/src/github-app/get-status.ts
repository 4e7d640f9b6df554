import type { SystemContext } from "../context.ts";
import { type AppDescription, describeApp, requireAppOwner, toGitHubError } from "./app.ts";
import { APP_ROW } from "./apps.ts";

/** How the GitHub App is connected. */
export type GitHubStatus = {
  /** `https://github.com`, or where GitHub Enterprise Server is. */
  webUrl: string;
  app: {
    id: string;
    name: string;
    slug: string;
    url: string;
    /** Where a person installs it on their GitHub account. */
    installUrl: string;
    /** `environment`: it is set by variables, which win over what the dashboard keeps. */
    source: "environment" | "dashboard";
    /** Whether its events are believed: without a secret they are not, and repositories are looked at every minute. */
    hasEvents: boolean;
  } | null;
  /** Why GitHub does not answer as it should; null when it does. */
  problem: string | null;
  installations: {
    id: string;
    account: string;
    url: string;
    repositoryCount: number;
    missingPermissions: string[];
    isSuspended: boolean;
    /** Short name of the organization here that may use it. */
    org: string | null;
  }[];
  organizations: { slug: string; name: string }[];
};

/** How the GitHub App is connected, and who may use what. @throws AppError `role_too_low` */
export async function getGitHubStatus(ctx: SystemContext): Promise<GitHubStatus> {
  await requireAppOwner(ctx);
  const { db, github } = ctx;
  const { app, problem } = await findApp(ctx);
  const [rows, organizations] = await Promise.all([
    db.gitHubInstallation.findMany({
      include: { organization: true, _count: { select: { repositories: true } } },
      orderBy: { account: "asc" },
    }),
    db.organization.findMany({ select: { slug: true, name: true }, orderBy: { name: "asc" } }),
  ]);
  const current = await github.current();
  return {
    webUrl: current?.webUrl ?? github.webUrl,
    app,
    problem,
    installations: rows.map(({ id, account, url, missingPermissions, suspendedAt, organization, _count }) => ({
      id,
      account,
      url,
      repositoryCount: _count.repositories,
      missingPermissions,
      isSuspended: suspendedAt !== null,
      org: organization?.slug ?? null,
    })),
    organizations,
  };
}

async function findApp(ctx: SystemContext): Promise<Pick<GitHubStatus, "app" | "problem">> {
  const current = await ctx.github.current();
  if (current === null) return { app: null, problem: null };
  const { appId: id, webhookSecret } = current.config;
  const source = ctx.github.isConfigured ? "environment" : "dashboard";
  const hasEvents = webhookSecret !== null;
  const toApp = ({ name, slug, url }: AppDescription) =>
    ({ id, name, slug, url, installUrl: `${url}/installations/new`, source, hasEvents }) as const;
  try {
    return { app: toApp(await describeApp(current)), problem: null };
  } catch (error) {
    const reported = toGitHubError(error);
    if (!(reported instanceof Error)) throw error;
    const known = await ctx.db.gitHubApp.findUnique({ where: { id: APP_ROW, appId: id } });
    return { app: toApp(known ?? { name: "", slug: "", url: "" }), problem: reported.message };
  }
}
