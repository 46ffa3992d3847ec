/** Facts that the workflows need and a package may lack. */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { UsageError } from "../io/errors.js";
import { COMMAND, GUIDES } from "../io/tool.js";
import type { Manifest } from "../package/manifest.js";

/** @throws UsageError for a service other than GitHub. */
export function expectGithub(what: string, service: string | undefined): void {
  if (service === "github") return;
  throw new UsageError(
    `${what} is ${String(service)}; expected github. For GitLab, ${GUIDES}/releasing.md has a text to copy.`,
  );
}

/** Lists the facts that the workflows need and the package does not have. */
export function listNeeds(
  { project, value }: Pick<Manifest, "project" | "value">,
  sources: readonly (string | undefined)[],
  schema: string,
): readonly string[] {
  const isReachable = (source: string | undefined): boolean =>
    source !== undefined &&
    (source.includes("://") || !relative(project, resolve(schema, source)).startsWith(".."));
  return [
    ...(sources.length > 0 && !sources.every(isReachable)
      ? [
          `update.yml cannot reach the description: schema/import.yaml has no address, or a file outside of the package. Name an address once: ${COMMAND} update --from URL`,
        ]
      : []),
    ...(value["repository"] === undefined
      ? ["npm compares `repository` in package.json with the place of the build. Add it."]
      : []),
    ...(existsSync(join(project, "package-lock.json"))
      ? []
      : ["`npm ci` needs package-lock.json: run `npm install`, and commit the file."]),
  ];
}
