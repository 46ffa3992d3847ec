import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The licences of packages whose code is bundled, by their folders: most ask for their notice in
 * copies.
 */
export function readLicenses(folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const manifest = readFileSync(join(folder, "package.json"), "utf8");
    const { name, license } = JSON.parse(manifest) as { name: string; license?: string }; // as npm has it
    const file = readdirSync(folder).find((each) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(each));
    if (file === undefined && license === undefined) {
      throw new Error(`${folder} names no licence; expected one.`);
    }
    const text = file === undefined ? license : readFileSync(join(folder, file), "utf8").trim();
    return `## ${name}\n\n${text}\n`;
  });
  return ["# Code of others in this package\n", ...parts].join("\n");
}
