import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";

type YamlMap = Readonly<Record<string, unknown>>;

/**
 * Makes a copy of the schema half or twice as large, in place: every second event and route is
 * dropped with the shared schemas that only they lead to, or everything stands twice. Corrections
 * go, since they name what may be gone.
 */
export function scaleSchema(folder: string, factor: number): void {
  if (factor === 1) return;
  rmSync(join(folder, "corrections.yaml"), { force: true });
  if (factor < 1) halve(folder);
  else double(folder);
}

function halve(folder: string): void {
  for (const file of ["events.yaml", "routes.yaml"]) {
    const entries = Object.entries(readMap(join(folder, file)));
    writeMap(join(folder, file), Object.fromEntries(entries.filter((_, index) => index % 2 === 0)));
  }
  const events = readMap(join(folder, "events.yaml"));
  for (const file of filesOf(folder, "payloads")) {
    if (!(eventOf(file) in events)) rmSync(file);
  }
  dropUnused(folder);
}

/** A reference from one file to another, or inside of one. */
const reference = /([\w-]+\.yaml)?#\/([\w.-]+)/g;

function dropUnused(folder: string): void {
  const components = filesOf(folder, "components").map((file) => ({ file, map: readMap(file) }));
  const used = new Set<string>();
  const visit = (text: string, file: string): void => {
    for (const [, target = file, name = ""] of text.matchAll(reference)) {
      if (used.has(`${target}#/${name}`)) continue;
      used.add(`${target}#/${name}`);
      const found = components.find((component) => component.file.endsWith(`/${target}`));
      visit(JSON.stringify(found?.map[name] ?? {}), target);
    }
  };
  for (const file of [join(folder, "routes.yaml"), ...filesOf(folder, "payloads")]) {
    visit(readFileSync(file, "utf8"), "");
  }
  for (const { file, map } of components) {
    const name = file.slice(file.lastIndexOf("/") + 1);
    const kept = Object.entries(map).filter(([key]) => used.has(`${name}#/${key}`));
    writeMap(file, Object.fromEntries(kept));
  }
}

function double(folder: string): void {
  repeat(join(folder, "events.yaml"), (name, event) => [`${name}_again`, event]);
  repeat(join(folder, "routes.yaml"), (route, value) => [
    route.replace(" /", " /again/"),
    { ...value, operation: `${String(value["operation"])}-again` },
  ]);
  for (const part of ["payloads", "components"]) {
    for (const file of filesOf(folder, part)) {
      writeMap(file.replace(/\.yaml$/, "_again.yaml"), tellApart(readMap(file)));
    }
  }
}

function repeat(
  file: string,
  change: (key: string, value: YamlMap) => readonly [string, YamlMap],
): void {
  const entries = Object.entries(readMap(file)) as [string, YamlMap][]; // maps in both files
  const again = entries.map(([key, value]) => change(key, value));
  writeMap(file, { ...Object.fromEntries(entries), ...tellApart(Object.fromEntries(again)) });
}

/** Adds a property to every object, so that equal objects of two copies do not become one. */
function tellApart(map: YamlMap): YamlMap {
  // As it was, but for these properties and for references, which lead to the copies.
  return JSON.parse(
    JSON.stringify(map).replaceAll(".yaml#/", "_again.yaml#/"),
    (_, value: unknown) =>
      isObjectSchema(value)
        ? { ...value, properties: { ...value.properties, again: { type: "boolean" } } }
        : value,
  ) as YamlMap;
}

function isObjectSchema(value: unknown): value is { readonly properties: YamlMap } {
  const { type, properties } = (value ?? {}) as YamlMap; // a value without properties has none of these
  return type === "object" && typeof properties === "object";
}

function filesOf(folder: string, part: string): readonly string[] {
  return readdirSync(join(folder, part)).map((name) => join(folder, part, name));
}

function eventOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1, -".yaml".length);
}

/** Of the schema's own files, which the generator has read before. */
function readMap(file: string): YamlMap {
  return parse(readFileSync(file, "utf8")) as YamlMap;
}

function writeMap(file: string, map: YamlMap): void {
  writeFileSync(file, stringify(map, { aliasDuplicateObjects: false }));
}
