/** Where a description comes from, as a schema folder remembers it. */
import { relative, resolve, sep } from "node:path";
import { digestFetched, type FetchedDescription } from "../../codegen/files/read-description.js";
import type { DescriptionOrigin } from "../../codegen/import/import.js";
import { VERSION } from "./tool.js";
import { isRemote } from "./paths.js";

/** Remembers where a description comes from, relative to the schema folder. */
export function describeOrigin(
  { schema, overlays = [], names }: OriginFiles,
  from: string,
): DescriptionOrigin {
  const toPath = (file: string): string =>
    relative(resolve(schema), resolve(file)).split(sep).join("/");
  const isRemembered = from !== "-" && !(isRemote(from) && hasSecret(from));
  return {
    source: isRemembered ? (isRemote(from) ? from : toPath(from)) : undefined,
    overlays: overlays.length > 0 ? overlays.map(toPath) : undefined,
    names: names === undefined ? undefined : toPath(names),
  };
}

/** An address with a credential does not belong in a file under version control. */
function hasSecret(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, searchParams } = new URL(address);
  const isSecret = (name: string): boolean =>
    /token|key|secret|passw|auth|sig(nature)?$|credential/i.test(name);
  return username !== "" || password !== "" || [...searchParams.keys()].some(isSecret);
}

/** Digest of a description and of all on which its import depends, the version of this program included. */
export function digestDescription(fetched: FetchedDescription, names: string | undefined): string {
  return digestFetched(fetched, [VERSION, names ?? ""]);
}

/** Files of an import, for the file system. */
interface OriginFiles {
  /** The schema folder. */
  readonly schema: string;
  readonly overlays?: readonly string[] | undefined;
  readonly names?: string | undefined;
}
