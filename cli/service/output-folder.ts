/** Refuses output folders in which the generator would overwrite what it has not written. */
import { join } from "node:path";
import { listLinks } from "../../codegen/files/folders.js";
import type { OutputDifferences } from "../../codegen/files/output-differences.js";
import { CommandError } from "../io/errors.js";

/**
 * Refuses links in the output folder: the generator would write, compare or remove files elsewhere. The
 * folder itself may be a link, because the user named it.
 * @throws CommandError that names the links.
 */
export async function expectNoLinks(out: string): Promise<void> {
  const links = await listLinks(out);
  if (links.length === 0) return;
  const kind = links.length === 1 ? "is a symbolic link" : "are symbolic links";
  throw new CommandError(
    `${links.join(", ")} ${kind}; expected files and folders alone in ${out}. ` +
      "Nothing was written. Remove the links, or choose another folder with --out.",
  );
}

/** @throws CommandError that names files of somebody else, in a folder without any generated file. */
export function expectNotBlocked({ blocked }: OutputDifferences, out: string): void {
  if (blocked.length === 0) return;
  const list = blocked.map((path) => join(out, path)).join(", ");
  throw new CommandError(
    `${out} is not a folder of generated files: ${list} would be overwritten. ` +
      "Nothing was written. Move these files, or choose another folder with --out.",
  );
}
