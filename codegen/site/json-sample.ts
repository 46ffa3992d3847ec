/** Samples of bodies as JSON: as much of a value as a reader takes in at a glance. */
import { createSample, type SampleSettings } from "../emit/samples/sample.js";
import type { JsonSchema } from "../model/model.js";

/** Samples a schema in at most {@link MAX_LINES} lines, unless it cannot be cut so far. */
export function sampleJson(schema: JsonSchema, settings: SampleSettings): JsonSample {
  let smallest: unknown;
  for (const fullLevels of FULL_LEVELS) {
    smallest = createSample(schema, { ...settings, fullLevels });
    const text = printJson(smallest);
    if (countLines(text) <= MAX_LINES) return { text, isCut: false };
  }
  let text = "";
  for (const most of MAX_PROPERTIES) {
    text = printJson(cutObjects(smallest, most));
    if (countLines(text) <= MAX_LINES) break;
  }
  return { text, isCut: true };
}

/** A longer text hides what stands around it. */
const MAX_LINES = 40;

/** Levels of optional properties that are tried, the most telling first. */
const FULL_LEVELS = [3, 2, 1];

/** The sizes that objects are cut to, if a sample is too long with all its properties. */
const MAX_PROPERTIES = [12, 8, 5, 3];

function printJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function countLines(text: string): number {
  return text.split("\n").length;
}

function cutObjects(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => cutObjects(item, most));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).slice(0, most);
  return Object.fromEntries(entries.map(([key, child]) => [key, cutObjects(child, most)]));
}

export interface JsonSample {
  readonly text: string;
  /** Some properties are left out. */
  readonly isCut: boolean;
}
