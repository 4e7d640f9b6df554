/** @type {import("next").NextConfig} */
const config = {
  // Workspace packages are TypeScript sources: Next compiles them like its own.
  transpilePackages: [
    "@docsteward/assistant",
    "@docsteward/contract",
    "@docsteward/db",
    "@docsteward/docs",
    "@docsteward/git",
    "@docsteward/platform",
    "@docsteward/services",
    "@docsteward/text",
    "@docsteward/ui",
  ],
  serverExternalPackages: ["@prisma/adapter-pg", "pg-boss"],
  // `src/main.ts` says which build it serves. Whatever else runs Next works in a folder of its own, and writes to no build.
  distDir: globalThis[Symbol.for("docsteward.web-build")] ?? ".next/work-in-progress",
  // A page that is cached stays in memory: on disk it would lie in the build.
  experimental: { isrFlushToDisk: false },
  // `pnpm types` checks them: a start that builds first need not do so again.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  devIndicators: false,
};

export default config;
