import { mean } from "../harness/median.js";

export interface Point {
  readonly at: number;
  readonly value: number;
}

/** The slope of the line through the points that has the least squares. */
export function slopeOf(points: readonly Point[]): number {
  const middle = { at: mean(points.map(({ at }) => at)), value: mean(points.map((p) => p.value)) };
  let covariance = 0;
  let variance = 0;
  for (const { at, value } of points) {
    covariance += (at - middle.at) * (value - middle.value);
    variance += (at - middle.at) ** 2;
  }
  return covariance / variance;
}
