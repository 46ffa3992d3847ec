import type { GeneratedFile } from "../../codegen/generate.js";
import { FOLDERS } from "../tool.js";
import { type Dependencies, TOOLS } from "./versions.js";

/** Subpaths of the package and the generated modules that they are, if the client has them. */
export const SUBPATHS = [
  [".", "index"],
  ["./endpoint", "endpoint"],
  ["./webhooks", "webhooks"],
  ["./client", "client"],
  ["./routes", "route-helpers"],
  ["./responses", "endpoints"],
  ["./methods", "methods"],
  ["./testing", "testing"],
  ["./middleware/node", "middleware/node"],
  ["./middleware/web", "middleware/web"],
  ["./validate", "validate"],
  ["./relay", "relay"],
] as const;

/** The version that a new package has, and that `client` in its `vendor.yaml` repeats. */
export const FIRST_VERSION = "0.1.0";

export interface PackageFacts {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  /** The address of the version control. */
  readonly repository?: string;
  readonly keywords: readonly string[];
  readonly dependencies: Dependencies;
}

/** The manifest of a made package. It publishes what `build` makes of `src/`. */
export function printManifest(facts: PackageFacts, generated: readonly GeneratedFile[]): string {
  const { name, description, license, repository, keywords, dependencies } = facts;
  const manifest = {
    name,
    version: FIRST_VERSION,
    description,
    keywords,
    license, // left out by JSON when there is none
    ...(repository !== undefined && { repository: { type: "git", url: repository } }),
    type: "module",
    sideEffects: false,
    engines: { node: "^20.19.0 || >=22.12.0" },
    exports: chooseExports(generated),
    files: ["dist/src", `${FOLDERS.out}/reference`],
    scripts: {
      generate: "typewire generate",
      build: "node -e \"fs.rmSync('dist',{recursive:true,force:true})\" && tsc",
      test: "typewire generate --check --package && npm run build && node --test dist/test/*.test.js",
      prepack: "npm run build",
      version: "typewire generate --package && (git add schema src/generated || exit 0)",
      prepublishOnly: "npm test",
    },
    dependencies: { "typewire-runtime": dependencies.runtime },
    devDependencies: { ...TOOLS, "typewire-cli": dependencies.cli },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function chooseExports(generated: readonly GeneratedFile[]): object {
  const paths = new Set(generated.map(({ path }) => path));
  const present = SUBPATHS.filter(([, module]) => paths.has(`${module}.ts`));
  return { ...listExports(FOLDERS.out, present), "./package.json": "./package.json" };
}

/** `exports` for subpaths whose modules are generated into a folder of the package. */
export function listExports(
  folder: string,
  subpaths: readonly (readonly [subpath: string, module: string])[],
): Readonly<Record<string, Readonly<Record<"types" | "default", string>>>> {
  const entries = subpaths.map(([subpath, module]) => {
    const file = `./dist/${folder}/${module}`;
    return [subpath, { types: `${file}.d.ts`, default: `${file}.js` }] as const;
  });
  return Object.fromEntries(entries);
}

/** Tests are compiled with the client, and import it by the name of the package, as its users do. */
export const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
    "module": "nodenext",
    "moduleDetection": "force",
    "types": ["node"],
    "rootDir": ".",
    "outDir": "dist",
    "declaration": true,
    "sourceMap": true,
    "inlineSources": true,
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "skipLibCheck": true
  },
  "include": ["src", "test"]
}
`;

export const GITIGNORE = `node_modules/
dist/
*.tgz
`;
