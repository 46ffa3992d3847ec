/** A strict reader of OpenMetrics 1.0 text, written from the specification. It throws at the first fault. */

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"`;
const SAMPLE = new RegExp(
  `^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (-?[0-9.eE+-]+|[+-]Inf|NaN)$`,
);
const METADATA = new RegExp(`^# (TYPE|UNIT|HELP) (${NAME}) (.*)$`);

/** Ends of the names of samples, by the type of their family. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: ["_total", "_created"],
  gauge: [""],
  histogram: ["_bucket", "_count", "_sum", "_created"],
};

export function parseOpenMetrics(text: string): readonly Family[] {
  if (!text.endsWith("\n# EOF\n")) throw new Error("The text does not end with # EOF.");
  const families: OpenFamily[] = [];
  const lines = text.slice(0, -"# EOF\n".length).split("\n").slice(0, -1);
  for (const line of lines) {
    const metadata = METADATA.exec(line);
    if (metadata === null) addSample(families.at(-1), line);
    else addMetadata(families, metadata);
  }
  for (const family of families) checkFamily(family);
  return families;
}

/** Adds a line of metadata to the last family, or begins the next one. */
function addMetadata(families: OpenFamily[], metadata: RegExpExecArray): void {
  const [line, keyword = "", name = "", value = ""] = metadata;
  let family = families.at(-1);
  if (family?.name !== name) {
    if (families.some((each) => each.name === name)) throw new Error(`Interleaved: ${name}.`);
    family = { name, type: "unknown", unit: "", help: "", samples: [] };
    families.push(family);
  }
  if (family.samples.length > 0) throw new Error(`Metadata after samples: ${line}`);
  if (keyword === "TYPE") family.type = value;
  else if (keyword === "HELP") family.help = value;
  else family.unit = value;
  if (family.unit !== "" && !name.endsWith(`_${family.unit}`)) throw new Error(`Unit: ${line}`);
}

function addSample(family: OpenFamily | undefined, line: string): void {
  const [, name = "", labels = "", value = ""] = SAMPLE.exec(line) ?? [];
  if (name === "" || family === undefined) throw new Error(`Not a sample: ${line}`);
  const names = (SUFFIXES[family.type] ?? []).map((suffix) => family.name + suffix);
  if (!names.includes(name))
    throw new Error(`${name} is no sample of the ${family.type} ${family.name}.`);
  family.samples.push({ name, labels: parseLabels(labels), value: Number(value) });
}

function parseLabels(text: string): Readonly<Record<string, string>> {
  const matches = [...text.matchAll(/([a-zA-Z0-9_]+)="((?:[^"\\]|\\.)*)"/g)];
  const unescape = (value: string): string =>
    value.replace(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character));
  const labels = matches.map(([, name = "", value = ""]) => [name, unescape(value)] as const);
  if (new Set(labels.map(([name]) => name)).size < labels.length) throw new Error(`Twice: ${text}`);
  return Object.fromEntries(labels);
}

function checkFamily({ name, type, samples }: Family): void {
  const keys = samples.map((sample) => sample.name + JSON.stringify(sample.labels));
  if (new Set(keys).size < keys.length) throw new Error(`${name} has a sample twice.`);
  const isWrong = samples.some(
    ({ value }) => type !== "gauge" && (Number.isNaN(value) || value < 0),
  );
  if (isWrong) throw new Error(`${name} has a negative value.`);
  if (type === "histogram") checkHistogram(name, samples);
}

function checkHistogram(name: string, samples: readonly Sample[]): void {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = JSON.stringify({ ...sample.labels, le: "" });
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  for (const group of groups.values()) {
    const buckets = group.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels: { le = "" } }) =>
      le === "+Inf" ? Infinity : Number(le),
    );
    const isCanonical = buckets.every(
      ({ labels: { le = "" } }) => le === "+Inf" || le.includes("."),
    );
    if (!isCanonical || bounds.at(-1) !== Infinity) throw new Error(`${name} has wrong bounds.`);
    const counts = buckets.map(({ value }) => value);
    const isSorted = (list: readonly number[]): boolean =>
      list.every((value, index) => index === 0 || value >= (list[index - 1] ?? 0));
    if (!isSorted(bounds) || !isSorted(counts)) throw new Error(`${name} has falling buckets.`);
    const count = group.find((sample) => sample.name === `${name}_count`)?.value;
    if (count !== counts.at(-1)) throw new Error(`${name}_count is not that of +Inf.`);
  }
}

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly type: string;
  readonly unit: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** A family whose lines are being read. */
interface OpenFamily extends Family {
  type: string;
  unit: string;
  help: string;
  readonly samples: Sample[];
}
