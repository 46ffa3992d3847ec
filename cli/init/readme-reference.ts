import { FOLDERS } from "../tool.js";
import { SUBPATHS } from "./manifest.js";
import type { PageFacts } from "./readme-page.js";

const ENTRY_POINTS: readonly (readonly [subpath: string, contents: string])[] = [
  ["client", "`createClient`, which sends requests"],
  ["endpoint", "`endpoint`, which builds requests"],
  ["routes", "functions and parameter types of routes, and their list"],
  ["responses", "response types of routes"],
  ["webhooks", "`Webhooks`, names of events, payload types"],
  ["middleware/node", "the middleware for Node"],
  ["middleware/web", "the middleware for `Request` and `Response`"],
  ["methods", "`sign` and `verify` alone"],
  ["relay", "deliveries from a development relay"],
  ["validate", "`validatePayload`, which checks a payload against its type"],
  ["testing", "mock replies and sample deliveries, for tests"],
];

/** Where everything is listed: the pages of the reference, and the entry points. */
export function printReference({ packageName, model, has }: PageFacts): readonly string[] {
  const pages = [
    ...(model.routes.length > 0
      ? [
          `- [Routes](${FOLDERS.out}/reference/routes.md), with their parameters, bodies and responses`,
        ]
      : []),
    ...(model.events.length > 0
      ? [`- [Events](${FOLDERS.out}/reference/events.md), with the fields of their payloads`]
      : []),
  ];
  if (pages.length === 0) return [];
  const present = ENTRY_POINTS.filter(([subpath]) =>
    SUBPATHS.some(([path, module]) => path === `./${subpath}` && has(module)),
  );
  const rows = present.map(([subpath, text]) => `| \`${packageName}/${subpath}\` | ${text} |`);
  return [
    "## Reference",
    pages.join("\n"),
    ["| import from | to get |", "| --- | --- |", ...rows].join("\n"),
  ];
}

/** The page for those who change the package. */
export function printContributing(packageName: string): string {
  return [
    `# Changing ${packageName}`,
    "`schema/` describes the API; `src/generated/` is made from it. Edit the YAML, never the generated files.",
    "What nothing is known of yet is marked `TODO` in `schema/vendor.yaml`. When you have filled it in, `npx typewire generate --examples` makes the client, and writes `README.md` and the test anew.",
    `| command | does |
| --- | --- |
| \`npx typewire generate\` | generates \`src/generated/\` again; \`--watch\` at each save |
| \`npx typewire import openapi.yaml\` | takes over a new version of an API description |
| \`npm test\` | checks that \`src/generated/\` is up to date, builds, and runs the tests |
| \`npm publish\` | tests, builds and publishes |
`,
  ].join("\n\n");
}
