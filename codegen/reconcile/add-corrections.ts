import type { Correction, Corrections } from "../corrections/corrections.js";
import type { Proposal } from "./propose.js";

/** The corrections that hold with proposals added after those that there are. */
export function addCorrections(
  corrections: Corrections,
  proposals: readonly Proposal[],
): Corrections {
  return proposals.reduce(addCorrection, corrections);
}

function addCorrection(corrections: Corrections, { place, ...proposal }: Proposal): Corrections {
  const correction: Correction = { ...proposal, path: [] };
  if (place.kind === "shape") {
    const shapes = corrections.shapes.map((shape) =>
      shape.name === place.name
        ? { ...shape, corrections: [...shape.corrections, correction] }
        : shape,
    );
    return { ...corrections, shapes };
  }
  const section = place.kind === "component" ? "components" : "payloads";
  const added = { place: place.name, corrections: [correction] };
  return { ...corrections, [section]: [...corrections[section], added] };
}
