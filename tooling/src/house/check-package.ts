import { ALLOWED_IMPORTS } from "./import-rules.ts";

export type PackageManifest = {
  name: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

/** Says what a package.json declares that the house does not allow: other packages of ours, and versions that are not exact. */
export function checkPackage(path: string, manifest: PackageManifest): string[] {
  const name = manifest.name.replace("@docsteward/", "");
  const allowed = ALLOWED_IMPORTS[name];
  if (!allowed) return [`${path} has no entry in tooling/src/house/import-rules.ts: list what ${name} may import`];
  const ours = Object.keys(manifest.dependencies ?? {})
    .filter((dependency) => dependency.startsWith("@docsteward/"))
    .map((dependency) => dependency.slice("@docsteward/".length));
  const upward = ours
    .filter((dependency) => !allowed.includes(dependency))
    .map((dependency) => `${path} depends on @docsteward/${dependency}: ${name} may not`);
  const loose = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies]
    .flatMap((group) => Object.entries(group ?? {}))
    .filter(
      ([, version]) =>
        version !== "workspace:*" && !/^(npm:(@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    .map(([dependency, version]) => `${path} depends on ${dependency} ${version}: pin an exact version`);
  return [...upward, ...loose];
}
