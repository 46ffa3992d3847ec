/**
 * `npx tsx test/long/measure-validators.ts FILE…`: how true the validators of the default vendor are.
 *
 * A file has recorded deliveries: JSON lines or a list of `{ name, payload }`, plain or in gzip. An
 * `era`, where a delivery has one, divides the counts. The report says how many deliveries are valid,
 * and of how many changes of a text, a number or a flag to another type the validators refuse one.
 * `--refused` lists what is wrong with each refused delivery, `--accepted` the properties where a
 * change was accepted.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { emitterEventNames } from "../../generated/event-names.js";
import { payloadLoaders } from "../../generated/schemas/loaders.js";
import { createPayloadValidator } from "../../src/receive/webhooks/parts/payload-validator.js";
import { formatKeys, listLeaves, retype } from "../validate/retype.js";

/** The bound validator is typed by event name; the names of a file are known only when it is read. */
const validate = createPayloadValidator<Record<string, { payload: unknown }>>({
  eventNames: emitterEventNames,
  loaders: payloadLoaders,
});

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    refused: { type: "boolean", default: false },
    accepted: { type: "boolean", default: false },
  },
});
if (files.length === 0) {
  console.error("No file is given; expected files of recorded deliveries.");
  process.exitCode = 2;
}
for (const file of files) await measure(file);

async function measure(file: string): Promise<void> {
  const counts = new Map<string, { valid: number; total: number }>();
  const accepted = new Map<string, number>();
  let tries = 0;
  for (const delivery of readDeliveries(file)) {
    const count = counts.get(delivery.era ?? "all") ?? { valid: 0, total: 0 };
    counts.set(delivery.era ?? "all", count);
    count.total += 1;
    const findings = await findErrors(delivery.name, delivery.payload);
    if (findings.length > 0) {
      if (options.refused) console.log(`${delivery.name}: ${findings.join("; ")}`);
      continue;
    }
    count.valid += 1;
    for (const leaf of listLeaves(delivery.payload)) {
      for (const changed of retype(delivery.payload, leaf)) {
        tries += 1;
        if ((await findErrors(delivery.name, changed)).length > 0) continue;
        const property = `${delivery.name} ${formatKeys(leaf.keys)}`;
        accepted.set(property, (accepted.get(property) ?? 0) + 1);
      }
    }
  }
  report(file, counts, accepted, tries);
}

function report(
  file: string,
  counts: ReadonlyMap<string, { readonly valid: number; readonly total: number }>,
  accepted: ReadonlyMap<string, number>,
  tries: number,
): void {
  console.log(file);
  for (const [era, { valid, total }] of counts) console.log(`  ${era}: ${valid} of ${total} valid`);
  const missed = [...accepted.values()].reduce((sum, count) => sum + count, 0);
  const share = ((100 * (tries - missed)) / Math.max(tries, 1)).toFixed(3);
  console.log(`  ${tries - missed} of ${tries} changes of type refused (${share} %)`);
  if (!options.accepted) return;
  const worst = [...accepted].sort(([, one], [, other]) => other - one);
  for (const [property, count] of worst) console.log(`  ${count} accepted: ${property}`);
}

async function findErrors(name: string, payload: unknown): Promise<readonly string[]> {
  try {
    const result = await validate(name, payload);
    return result.valid ? [] : result.errors.map(({ path, message }) => `${path} ${message}`);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function readDeliveries(file: string): readonly Delivery[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  if (text.trimStart().startsWith("[")) return JSON.parse(text) as readonly Delivery[]; // as documented
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => JSON.parse(line) as Delivery);
}

interface Delivery {
  readonly name: string;
  readonly era?: string;
  readonly payload: unknown;
}
