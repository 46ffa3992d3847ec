/** Packs a package as npm would publish it, and checks the tarball. */
import { join } from "node:path";
import { TOOLS } from "../compilers.js";
import { report, run } from "./run.js";

/**
 * Packs a package. The tarball must hold the files that run, their types and the pages for readers, and no others.
 * @returns The path of the tarball.
 */
export function pack({
  workspace,
  allowedFiles,
  options = [],
  maxBytes = Infinity,
}: Packing): string {
  const target = ["--pack-destination", workspace];
  const output = run("npm", ["pack", "--json", "--ignore-scripts", ...target, ...options]);
  const [packed] = JSON.parse(output) as readonly Packed[]; // npm's documented form
  if (packed === undefined) throw new Error("npm pack reported no tarball.");
  const { name, files, size, unpackedSize } = packed;
  const unwanted = files.map(({ path }) => path).filter((path) => !allowedFiles.test(path));
  if (unwanted.length > 0) throw new Error(`Not to be packed: ${unwanted.join(", ")}`);
  const sizes = `${toKilobytes(size)} kB, unpacked ${toKilobytes(unpackedSize)} kB`;
  report(`packed ${name}: ${files.length} files, ${sizes}`);
  if (unpackedSize >= maxBytes) throw new Error(`Unpacked, expected less than ${maxBytes} bytes.`);
  return join(workspace, packed.filename);
}

function toKilobytes(bytes: number): number {
  return Math.ceil(bytes / 1000);
}

/** Checks a tarball by the rules of publint. */
export function lint(tarball: string): void {
  run(join(TOOLS, ".bin/publint"), ["--strict", tarball]);
  report("publint: clean");
}

/**
 * Checks that each module resolution finds the types of a package.
 * @param options Leave out what a package does not have.
 */
export function checkTypeResolution(tarball: string, options: readonly string[] = []): void {
  run(join(TOOLS, ".bin/attw"), [tarball, ...options]);
  report("are the types wrong: no");
}

/**
 * A package without a CommonJS build, of which there is nothing to check: `require()` loads its ES modules, as the
 * consumers prove.
 */
export const ESM_ONLY = ["--profile", "esm-only"];

// ---- Types

interface Packing {
  /** Folder that the tarball is written into. */
  readonly workspace: string;
  /** Matches the paths of the files that the tarball may hold. */
  readonly allowedFiles: RegExp;
  /** Options of `npm pack`, such as the workspace of the package. */
  readonly options?: readonly string[];
  /** The unpacked files are smaller together. */
  readonly maxBytes?: number;
}

/** A line of the output of `npm pack --json`. */
interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
