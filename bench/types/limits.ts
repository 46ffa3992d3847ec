import type { Family } from "./programs.js";

/** The highest ratio to the peer that is allowed. */
export const compilationLimits: Readonly<
  Record<Family, { instantiations: number; checkTime: number; memory: number }>
> = {
  webhooks: { instantiations: 1 / 10, checkTime: 0.5, memory: 0.6 },
  routes: { instantiations: 1 / 20, checkTime: 0.12, memory: 0.6 },
  client: { instantiations: 1 / 10, checkTime: 1 / 10, memory: 0.65 },
  sent: { instantiations: 2, checkTime: 2, memory: 1.2 },
};

/** Of what an editor does; of an answer, by the name of the case. A case without one is shown. */
export const editorLimits = {
  open: 0.75,
  memory: 0.75,
  answers: new Map([
    ["parameter completion", 1 / 10],
    ["hover on a payload", 0.7],
  ]),
};
