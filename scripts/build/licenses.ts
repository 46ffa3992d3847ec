import { readFileSync } from "node:fs";

/** The licences of packages whose code is bundled: MIT asks for its notice in copies. */
export function readLicenses(packages: readonly string[]): string {
  const parts = packages.map((name) => {
    const license = readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim();
    return `## ${name}\n\n${license}\n`;
  });
  return ["# Code of others in this package\n", ...parts].join("\n");
}
