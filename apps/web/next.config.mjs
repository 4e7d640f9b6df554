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
    "@docsteward/ui",
  ],
  serverExternalPackages: ["@prisma/adapter-pg", "pg-boss"],
  poweredByHeader: false,
  devIndicators: false,
};

export default config;
