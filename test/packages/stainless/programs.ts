/** Turns the code of a README into programs, each a file that compiles by itself. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Declarations that the programs of such a README take for granted. */
const AMBIENT = `declare module "my-fetch" { const fetch: typeof globalThis.fetch; export default fetch; }
declare const Deno: { createHttpClient(options: object): object };
`;

/**
 * Writes the programs into a folder.
 * @returns Their number.
 */
export function writePrograms(readme: string, packageName: string, folder: string): number {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "ambient.d.ts"), AMBIENT);
  const className = new RegExp(`import (\\w+) from '${packageName}'`).exec(readme)?.[1] ?? "Client";
  const fences = [...readme.matchAll(/^\`\`\`(?:js|ts|typescript)\n(.*?)^\`\`\`$/gms)];
  const programs = fences.map(([, code = ""]) => complete(code, className, packageName));
  for (const [index, program] of programs.entries())
    writeFileSync(join(folder, `program-${index}.ts`), program);
  return programs.length;
}

/** Adds the import and the client that a shortened program lacks. */
function complete(code: string, className: string, packageName: string): string {
  const text = ["npm", "jsr"].reduce(
    (changed, registry) => changed.replaceAll(`'${registry}:${packageName}'`, `'${packageName}'`),
    code,
  );
  const hasImport = new RegExp(`import .*\\b${className}\\b`).test(text);
  const hasClient = /\b(?:const|let) client\b/.test(text);
  return [
    ...(hasImport ? [] : [`import ${className} from '${packageName}';`]),
    ...(hasClient || !/\bclient\b/.test(text) ? [] : [`declare const client: ${className};`]),
    // Two programs that are alternatives of each other stand in one fence.
    ...splitAlternatives(text),
    "export {};\n",
  ].join("\n");
}

/** Puts each alternative into a block of its own, because it declares names again. */
function splitAlternatives(text: string): readonly string[] {
  const [first = "", ...others] = text.split(/\n(?=\/\/ (?:Override|Or,))/);
  return [first, ...others.map((each) => `{\n${each}\n}`)];
}
