/** Checks what the manifests of the packages say: links for readers, dependencies, and versions. */
import commandLine from "../../../cli/package.json" with { type: "json" };
import generator from "../../../codegen/package.json" with { type: "json" };
import types from "../../../generated/webhook-types/package.json" with { type: "json" };
import manifest from "../../../package.json" with { type: "json" };
import inspector from "../../../src/inspector/package.json" with { type: "json" };
import runtime from "../../../src/runtime/package.json" with { type: "json" };
import { report } from "./run.js";

export { commandLine, inspector, manifest, runtime, types };

/** Checks what a registry shows of each package, so that its readers find the source and report mistakes. */
export function checkLinks(): void {
  const keys = ["description", "license", "homepage", "repository", "bugs"];
  for (const each of [manifest, runtime, types, inspector, commandLine]) {
    const missing = keys.filter((key) => !(key in each));
    if (missing.length > 0) throw new Error(`${each.name} lacks ${missing.join(", ")}.`);
  }
  report("the manifests lead to the source, to a page and to the list of issues");
}

/** Checks that the package of types has no dependency and no module, and the version of typewire. */
export function expectTypesAlone(): void {
  const keys = Object.keys(types).filter((key) => /dependencies|^(main|module|bin)$/i.test(key));
  if (keys.length > 0) throw new Error(`${types.name} has ${keys.join(", ")}.`);
  expectVersion(types.name, [types.version, manifest.dependencies["typewire-webhook-types"]]);
}

/** Checks the version of the runtime, and that it has no dependencies: other packages are bundled, or optional peers. */
export function expectRuntimeAlone(): void {
  expectNoDependencies(runtime);
  expectVersion(runtime.name, [runtime.version, manifest.dependencies["typewire-runtime"]]);
}

export function expectNoDependencies(packed: { readonly name: string }): void {
  if ("dependencies" in packed) throw new Error(`${packed.name} has dependencies.`);
}

/** @param versions That of a package, and that which typewire depends on. */
function expectVersion(name: string, versions: readonly string[]): void {
  if (versions.every((version) => version === manifest.version)) return;
  throw new Error(`${name} is ${versions.join(", ")}, expected ${manifest.version}.`);
}

/** Checks that the command line depends on the versions with which the generator is tested here. */
export function expectGeneratorDependencies(): void {
  const versions = new Map(Object.entries(generator.dependencies));
  for (const [name, version] of Object.entries(commandLine.dependencies)) {
    if (versions.get(name) === version) continue;
    throw new Error(
      `cli/package.json and codegen/package.json have different versions of ${name}.`,
    );
  }
}

/** Checks that typewire itself depends on no package that only the generator needs. */
export function expectNoGenerator(): void {
  const names = new Set(Object.keys(generator.dependencies));
  const shared = Object.keys(manifest.dependencies).filter((name) => names.has(name));
  if (shared.length > 0) throw new Error(`Only the generator needs: ${shared.join(", ")}`);
}
