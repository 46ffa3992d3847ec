import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";

/**
 * Makes a copy of the schema half or twice as large, in place: every second event and route is
 * dropped, or every one stands twice. Corrections go, since they name what may be gone.
 */
export function scaleSchema(folder: string, factor: number): void {
  if (factor === 1) return;
  rmSync(join(folder, "corrections.yaml"), { force: true });
  rewrite(join(folder, "events.yaml"), factor, (name) => `${name}_again`);
  rewrite(
    join(folder, "routes.yaml"),
    factor,
    (route) => route.replace(" /", " /again/"),
    (route) => ({ ...route, operation: `${String(route["operation"])}-again` }),
  );
  scalePayloads(join(folder, "payloads"), factor, readEvents(folder));
}

type YamlMap = Readonly<Record<string, unknown>>;

function rewrite(
  file: string,
  factor: number,
  rename: (key: string) => string,
  change: (value: YamlMap) => YamlMap = (value) => value,
): void {
  // The schema's own files, which the generator has read before.
  const entries = Object.entries(parse(readFileSync(file, "utf8")) as Record<string, YamlMap>);
  const scaled =
    factor < 1
      ? entries.filter((_, index) => index % 2 === 0)
      : [...entries, ...entries.map(([key, value]) => [rename(key), change(value)] as const)];
  writeFileSync(file, stringify(Object.fromEntries(scaled), { aliasDuplicateObjects: false }));
}

function readEvents(folder: string): ReadonlySet<string> {
  const text = readFileSync(join(folder, "events.yaml"), "utf8");
  return new Set(Object.keys(parse(text) as YamlMap)); // as above
}

function scalePayloads(folder: string, factor: number, events: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    const event = name.replace(/\.yaml$/, "");
    if (factor > 1) cpSync(join(folder, name), join(folder, `${event}_again.yaml`));
    else if (!events.has(event)) rmSync(join(folder, name));
  }
}
