/** Prints the first `CHANGELOG.md` of a package. Later versions are added above the first one. */
import type { GeneratedFile } from "../../../codegen/generate.js";
import { count } from "../../../codegen/model/messages.js";
import type { SchemaModel } from "../../../codegen/model/model.js";
import { FIRST_VERSION } from "../manifest.js";

/** @param date The day of the first version: `2026-01-31`. */
export function printChangelog({ routes, events }: SchemaModel, date: string): GeneratedFile {
  const parts = [
    ...(routes.length > 0 ? [count(routes.length, "route")] : []),
    ...(events.length > 0 ? [count(events.length, "webhook event")] : []),
  ];
  const contents = parts.length === 0 ? "" : `, with ${parts.join(" and ")}`;
  const text = `# Changelog

All changes that users of this package notice. The format is that of
[Keep a Changelog](https://keepachangelog.com/en/1.1.0/), and versions follow
[Semantic Versioning](https://semver.org/spec/v2.0.0.html).

## [Unreleased]

## [${FIRST_VERSION}] - ${date}

### Added

- The first version${contents}.
`;
  return { path: "CHANGELOG.md", text };
}
