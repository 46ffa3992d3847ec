/** The timestamp of a refused delivery: its unit, and its distance from now. */
import type { DeliveryContext } from "../types.js";
import { createFinding, type Finding } from "./findings.js";
import type { RefusedDelivery } from "./trials.js";

/** Finds what is wrong with the timestamp; `undefined` if the scheme signs none, or nothing is wrong. */
export function findTimeFault(
  delivery: RefusedDelivery,
  context: DeliveryContext,
): Finding | undefined {
  const { scheme, headers, body, now = Date.now() } = delivery;
  const { timestamp, unit = 1000, tolerance: defaultTolerance = 0 } = scheme;
  const { tolerance = defaultTolerance } = delivery;
  if (timestamp === undefined) return undefined;
  const text = scheme.read(timestamp, headers, body, context, scheme);
  if (typeof text !== "string") return undefined;
  if (!/^\d{1,16}$/.test(text))
    return createFinding(
      "TIMESTAMP_UNIT",
      "The timestamp is not a whole number of seconds or milliseconds.",
    );
  const age = now - Number(text) * unit;
  if (Math.abs(age) <= tolerance) return undefined;
  const otherUnit = unit === 1000 ? 1 : 1000;
  if (Math.abs(now - Number(text) * otherUnit) <= Math.max(tolerance, DAY)) {
    const sent = otherUnit === 1 ? "milliseconds" : "seconds";
    const message = `The timestamp is in ${sent}, and the scheme expects another unit.`;
    return createFinding("TIMESTAMP_UNIT", message);
  }
  const distance = showDuration(Math.abs(age));
  const side = age > 0 ? `is ${distance} old` : `is ${distance} in the future`;
  return createFinding(
    "TIMESTAMP_OUT_OF_TOLERANCE",
    `The timestamp ${side}; the tolerance is ${showDuration(tolerance)}.`,
  );
}

/** Writes a duration in the largest unit of which it has two, such as `90 minutes`. */
function showDuration(milliseconds: number): string {
  const [name, length] = UNITS.find(([, one]) => milliseconds >= 2 * one) ?? SECOND;
  const count = Math.round(milliseconds / length);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

const DAY = 86_400_000;

const SECOND = ["second", 1_000] as const;

const UNITS = [["day", DAY], ["hour", 3_600_000], ["minute", 60_000], SECOND] as const;
