/** Ways to alter a signed delivery on its way to the receiver. */
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import { NOW, type Sample, SAMPLES } from "./deliveries.js";

/** Changes the whole text of the header that holds the signature. */
export function withHeaderText(
  { description }: Sample,
  sent: Delivery,
  change: (text: string) => string,
): Delivery {
  return withHeader(sent, description.header, change(textOfHeader(sent, description.header)));
}

/** Changes the signature alone; what stands before it in its header stays. */
export function withSignature(
  sample: Sample,
  sent: Delivery,
  change: (signature: string) => string,
): Delivery {
  const { before, mark, signature } = splitHeader(sample, sent);
  return withHeader(sent, sample.description.header, before + mark + change(signature));
}

/** Changes the mark before the signature; `undefined` if the scheme has none. */
export function withMark(
  sample: Sample,
  sent: Delivery,
  change: (mark: string) => string,
): Delivery | undefined {
  const { before, mark, signature } = splitHeader(sample, sent);
  if (mark === "") return undefined;
  return withHeader(sent, sample.description.header, before + change(mark) + signature);
}

/** Splits the header `t=1763769600,v1=6af0…` into `t=1763769600,` and `v1=` and `6af0…`. */
export function splitHeader({ description }: Sample, sent: Delivery): SplitHeader {
  const { header, format = "{signature}" } = description;
  const start = format.slice(0, format.indexOf("{signature}")); // with which the format of every preset ends
  const [mark = ""] = /[a-z]+\d+[=,]$/.exec(start) ?? [];
  const before = start
    .slice(0, start.length - mark.length)
    .replace("{timestamp}", String(toUnit(description, NOW)));
  const text = textOfHeader(sent, header);
  return { before, mark, signature: text.slice(before.length + mark.length) };
}

function textOfHeader({ headers }: Delivery, name: string): string {
  return String(headers[name]);
}

/** Replaces the timestamp that is sent, wherever the scheme has it; `undefined` if it has none. */
export function withTimestamp(
  sample: Sample,
  sent: Delivery,
  timestamp: string,
): Delivery | undefined {
  const { header, format = "", timestamp: place = {} } = sample.description;
  if (place.header) return withHeader(sent, place.header, timestamp);
  if (place.body) return { ...sent, body: sent.body.replace(String(NOW), timestamp) };
  if (!format.includes("{timestamp}")) return undefined;
  const { before, mark, signature } = splitHeader(sample, sent);
  return withHeader(sent, header, before.replace(/\d+/, timestamp) + mark + signature);
}

/** A time in milliseconds in the unit of the scheme's timestamps. */
export function toUnit({ timestamp }: SignatureDescription, milliseconds: number): number {
  return timestamp?.unit === "milliseconds" ? milliseconds : milliseconds / 1000;
}

export function withHeader(
  sent: Delivery,
  name: string,
  value: string | readonly string[],
): Delivery {
  return { ...sent, headers: { ...sent.headers, [name]: value } };
}

export function withoutHeader(sent: Delivery, name: string): Delivery {
  const headers = Object.entries(sent.headers).filter(([key]) => key !== name);
  return { ...sent, headers: Object.fromEntries(headers) };
}

/** Adds all headers of all other presets, as somebody else would have signed them. */
export function besideOthers(sample: Sample, sent: Delivery): Delivery {
  const names = SAMPLES.filter(({ name }) => name !== sample.name).flatMap(({ description }) => [
    description.header,
    description.timestamp?.header ?? description.header,
    description.id?.header ?? description.header,
  ]);
  const forgedHeaders = names.map((name) => [name, `t=${NOW / 1000},v1=${"0".repeat(64)}`]);
  return { ...sent, headers: { ...Object.fromEntries(forgedHeaders), ...sent.headers } };
}

// ---- Types

/** A delivery on its way, as somebody in between may change it. */
export interface Delivery {
  readonly body: string;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly url: string;
  readonly method: string;
}

/** The text of a header with a signature, in pieces. */
export interface SplitHeader {
  /** Empty, or the timestamp with its separators. */
  readonly before: string;
  /** Empty, or the version of the signature: `v1=`, `sha256=`. */
  readonly mark: string;
  readonly signature: string;
}
