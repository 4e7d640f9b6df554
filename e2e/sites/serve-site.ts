import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * Serves a built site, as hosts of static sites do, under a strict policy: nothing inline but what the generator itself wrote, by its
 * hash, no string as code, and of other websites the service alone.
 */
export async function serveSite() {
  let site: { folder: string; service: string } | null = null;
  const server = createServer(async ({ url = "/" }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, "http://site").pathname));
    // Browsers and themes ask for one by themselves, and the sites have none.
    if (path.startsWith("/favicon.")) return void response.writeHead(204).end();
    const file = site && (await readFirst(site.folder, [path, `${path}.html`, join(path, "index.html")]));
    if (!site || !file) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file.path)] ?? "application/octet-stream";
    const policy = type.startsWith("text/html") && writePolicy(String(file.content), site.service);
    response.writeHead(200, { "Content-Type": type, ...(policy && { "Content-Security-Policy": policy }) });
    response.end(file.content);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show(folder: string, service: string) {
      site = { folder, service };
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readFirst(folder: string, paths: string[]) {
  for (const path of paths) {
    const content = await readFile(join(folder, path)).catch(() => null);
    if (content !== null) return { path, content };
  }
  return null;
}

function writePolicy(html: string, service: string): string {
  const hashes = (expression: RegExp) =>
    [...html.matchAll(expression)].map(
      ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
    );
  const scripts = hashes(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g);
  const styles = [...hashes(/<style[^>]*>([\s\S]*?)<\/style>/g), ...hashes(/ style="([^"]*)"/g)];
  return [
    "default-src 'none'",
    `script-src 'self' ${service} ${scripts.join(" ")}`,
    `style-src 'self' 'unsafe-hashes' ${styles.join(" ")}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${service}`,
    "base-uri 'none'",
  ].join("; ");
}
