/** Single changes of corrections.yaml, each with what it says of a schema after the change. */
import type { Edit, PartCase } from "./parts.js";

/** A payload has a text that is short, and one of two. */
const WITH_STATES: Edit = {
  "payloads/note.deleted.yaml": {
    payload: { properties: { at: { type: "string", maxLength: 2, enum: ["aa", "bb"] } } },
  },
};

export const CORRECTIONS: Readonly<Record<string, PartCase>> = {
  "a value that may be null": {
    change: {
      "corrections.yaml": {
        payloads: { "note.deleted": [{ property: "id", nullable: true, reason: "Seen." }] },
      },
    },
    level: "major",
    uses: "const id: string = events['note.deleted'].payload.id; void id;",
  },
  "a field that may be absent": {
    change: {
      "corrections.yaml": {
        payloads: { "note.deleted": [{ property: "id", optional: true, reason: "Seen." }] },
      },
    },
    level: "major",
    uses: "const id: string = events['note.deleted'].payload.id; void id;",
  },
  "a field that is present": {
    given: WITH_STATES,
    change: {
      "corrections.yaml": {
        payloads: { "note.deleted": [{ property: "at", required: true, reason: "Seen." }] },
      },
    },
    level: "minor",
    uses: "const id: string = events['note.deleted'].payload.id; void id;",
  },
  "more values": {
    given: WITH_STATES,
    change: {
      "corrections.yaml": {
        payloads: { "note.deleted": [{ property: "at", values: ["cc"], reason: "Seen." }] },
      },
    },
    level: "minor",
    uses: "const id: string = events['note.deleted'].payload.id; void id;",
  },
  "values that may be others": {
    given: WITH_STATES,
    change: {
      "corrections.yaml": {
        payloads: { "note.deleted": [{ property: "at", open: true, reason: "Seen." }] },
      },
    },
    level: "patch",
    uses: "const id: string = events['note.deleted'].payload.id; void id;",
  },
  "a value without limits": {
    given: {
      "corrections.yaml": {
        payloads: {
          "note.deleted": [
            { property: "id", schema: { type: "string", maxLength: 2 }, reason: "Seen." },
          ],
        },
      },
    },
    change: {
      "corrections.yaml": {
        payloads: {
          "note.deleted": [
            { property: "id", schema: { type: "string", maxLength: 2 }, reason: "Seen." },
            { property: "id", unlimited: true, reason: "Seen." },
          ],
        },
      },
    },
    level: "patch",
    uses: "const id: string = events['note.deleted'].payload.id; void id;",
  },
  "all schemas of a kind": {
    change: {
      "corrections.yaml": {
        everywhere: [{ where: { type: "string" }, nullable: true, reason: "Seen." }],
      },
    },
    level: "major",
    uses: "const id: string = events['note.deleted'].payload.id; void id;",
  },
  "all schemas of a kind, in other ways": {
    given: WITH_STATES,
    change: {
      "corrections.yaml": {
        everywhere: [
          { where: { enum: ["aa", "bb"] }, types: ["integer"], unlimited: true, reason: "Seen." },
        ],
      },
    },
    level: "major",
    uses: "const at: string | undefined = events['note.deleted'].payload.at; void at;",
  },
  "all lists of values, with more values": {
    given: WITH_STATES,
    change: {
      "corrections.yaml": {
        everywhere: [{ where: { enum: ["aa", "bb"] }, values: ["cc"], reason: "Seen." }],
      },
    },
    level: "minor",
    uses: "const id: string = events['note.deleted'].payload.id; void id;",
  },
  "all lists of values, open": {
    given: WITH_STATES,
    change: {
      "corrections.yaml": {
        everywhere: [{ where: { enum: ["aa", "bb"] }, open: true, reason: "Seen." }],
      },
    },
    level: "patch",
    uses: "const id: string = events['note.deleted'].payload.id; void id;",
  },
  "all schemas of a kind, by another one": {
    given: WITH_STATES,
    change: {
      "corrections.yaml": {
        everywhere: [
          { where: { type: "string", maxLength: 2 }, schema: { type: "integer" }, reason: "Seen." },
        ],
      },
    },
    level: "major",
    uses: "const at: string | undefined = events['note.deleted'].payload.at; void at;",
  },
  "all objects with a field": {
    change: {
      "corrections.yaml": {
        objects: {
          note: {
            having: ["type", "id"],
            lacking: ["title"],
            corrections: [{ property: "id", nullable: true, reason: "Seen." }],
          },
        },
      },
    },
    level: "major",
    uses: "const id: string = events['note.deleted'].payload.id; void id;",
  },
  "a shared schema": {
    change: {
      "corrections.yaml": {
        components: {
          "components/notes.yaml#/note": [{ property: "title", nullable: true, reason: "Seen." }],
        },
      },
    },
    level: "major",
    uses: "const title: string = events['note.created'].payload.data.title; void title;",
  },
  "a value of other types": {
    change: {
      "corrections.yaml": {
        payloads: { "note.deleted": [{ property: "id", types: ["integer"], reason: "Seen." }] },
      },
    },
    level: "major",
    uses: "const id: string = events['note.deleted'].payload.id; void id;",
  },
  "a schema in place of another": {
    change: {
      "corrections.yaml": {
        payloads: {
          "note.deleted": [{ property: "id", schema: { type: "integer" }, reason: "Seen." }],
        },
      },
    },
    level: "major",
    uses: "const id: string = events['note.deleted'].payload.id; void id;",
  },
};
