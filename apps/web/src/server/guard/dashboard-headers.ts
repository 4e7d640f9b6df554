/**
 * Security headers of every dashboard answer.
 *
 * @param page.nonce names the inline scripts of this one answer; no other inline script runs
 * @param page.gitHubUrl where one form leads outside of the dashboard: the one that makes a GitHub App
 * @param page.isDev next's development server evaluates code and talks over a web socket
 */
export function dashboardHeaders(page: { nonce: string; isDev: boolean; gitHubUrl: string }): Record<string, string> {
  const { nonce, isDev, gitHubUrl } = page;
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self'${isDev ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${gitHubUrl}`,
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
  };
}

const YEAR_SECONDS = 31_536_000;

/**
 * What every answer says about the way it travels. A browser that has once reached the service by https asks for no plain page any more;
 * other names below the same domain are not the service's to decide over.
 */
export function transportHeaders({ baseUrl }: { baseUrl: string | undefined }): Record<string, string> {
  const isHttps = baseUrl !== undefined && new URL(baseUrl).protocol === "https:";
  return isHttps ? { "Strict-Transport-Security": `max-age=${YEAR_SECONDS}` } : {};
}
