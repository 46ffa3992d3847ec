/** A `corrections.yaml` with a mistake in it, and the exact report. */
export interface CorrectionMistake {
  readonly title: string;
  readonly text: string;
  readonly report: readonly string[];
}

/** The payload of `ticket.opened`, and what it refers to. */
export const mistakenSchema = {
  "payloads/ticket.yaml": `actions:
  opened:
    type: object
    required: [action, ticket]
    properties:
      action: { type: string }
      note: { type: [string, "null"] }
      ticket: { $ref: ../components/shared.yaml#/ticket }
`,
  "components/shared.yaml": `ticket: { type: object, properties: { id: { type: integer } } }
page: { type: integer, description: Which page. }
filter: { type: object }
`,
};

const payload = (correction: string, name = "ticket.opened") =>
  `payloads:\n  ${name}:\n    - ${correction}\n`;

export const correctionMistakes: readonly CorrectionMistake[] = [
  {
    title: "no reason",
    text: payload("{ property: note, optional: true }"),
    report: [
      'corrections.yaml:3:7  payloads["ticket.opened"][0]: The key `reason` is missing; expected it in this map.',
    ],
  },
  {
    title: "no change",
    text: payload("reason: somehow"),
    report: [
      'corrections.yaml:3:7  payloads["ticket.opened"][0]: The value is a map; expected a change beside the reason.',
    ],
  },
  {
    title: "an unknown change",
    text: payload("{ property: note, optionl: true, reason: absent }"),
    report: [
      'corrections.yaml:3:25  payloads["ticket.opened"][0].optionl: The key `optionl` is unknown; expected `property`, `optional`, `required`, `nullable`, `types`, `values`, `open`, `unlimited`, `schema` or `reason`. Did you mean `optional`?',
    ],
  },
  {
    title: "a path that is none",
    text: payload('{ property: "a..b", optional: true, reason: absent }'),
    report: [
      'corrections.yaml:3:19  payloads["ticket.opened"][0].property: The value is "a..b"; expected a path such as `labels[].name`.',
    ],
  },
  {
    title: "an unknown event",
    text: payload("{ property: note, optional: true, reason: absent }", "tickets.opened"),
    report: [
      'corrections.yaml:2:3  payloads["tickets.opened"]: The event is "tickets.opened"; expected an existing one. Remove it if it is obsolete. Did you mean `ticket.opened`?',
    ],
  },
  {
    title: "an unknown component",
    text: "components:\n  components/shared.yaml#/tiket:\n    - { property: id, optional: true, reason: absent }\n",
    report: [
      'corrections.yaml:2:3  components["components/shared.yaml#/tiket"]: The component is "components/shared.yaml#/tiket"; expected an existing one. Remove it if it is obsolete. Did you mean `components/shared.yaml#/ticket`?',
    ],
  },
  {
    title: "a property that is not described",
    text: payload("{ property: notes, nullable: true, reason: null at times }"),
    report: [
      'corrections.yaml:3:19  payloads["ticket.opened"][0].property: The path is `notes`; expected a described property. Remove it if it is obsolete. Did you mean `note`?',
    ],
  },
  {
    title: "one of several properties that is not described",
    text: payload("{ property: [ticket, nots], optional: true, reason: absent }"),
    report: [
      'corrections.yaml:3:28  payloads["ticket.opened"][0].property[1]: The path is `nots`; expected a described property. Remove it if it is obsolete. Did you mean `note`?',
    ],
  },
  {
    title: "a property that a component describes",
    text: payload("{ property: ticket.id, nullable: true, reason: null at times }"),
    report: [
      'corrections.yaml:3:19  payloads["ticket.opened"][0].property: The path is `ticket.id`, which components/shared.yaml#/ticket describes; expected a correction of that component.',
    ],
  },
  {
    title: "a change that the schema has no need of",
    text: payload("{ property: note, nullable: true, reason: null at times }"),
    report: [
      'corrections.yaml:3:25  payloads["ticket.opened"][0].nullable: The change `nullable` is without effect; expected one that the schema needs. Remove it if it is obsolete.',
    ],
  },
  {
    title: "one of several properties that has no need of it",
    text: payload("{ property: [ticket, note], optional: true, reason: absent }"),
    report: [
      'corrections.yaml:3:28  payloads["ticket.opened"][0].property[1]: The change `optional` is without effect; expected one that the schema needs. Remove it if it is obsolete.',
    ],
  },
  {
    title: "an object rule that matches nothing",
    text: "objects:\n  user:\n    having: [login]\n    corrections:\n      - { property: name, nullable: true, reason: hidden }\n",
    report: [
      "corrections.yaml:5:21  objects.user.corrections[0].property: The path is `name`; expected a described property. Remove it if it is obsolete.",
    ],
  },
  {
    title: "keywords that nothing has",
    text: "everywhere:\n  - { where: { type: number }, nullable: true, reason: null at times }\n",
    report: [
      "corrections.yaml:2:7  everywhere[0].where: The rule is unused; expected keywords that some schema has. Remove it if it is obsolete.",
    ],
  },
  {
    title: "a component that only routes lead to",
    text: "components:\n  components/shared.yaml#/page:\n    - { nullable: true, reason: null at times }\n",
    report: [
      'corrections.yaml:3:7  components["components/shared.yaml#/page"][0]: The target is unused in payloads; expected one that a payload contains. Remove it if it is obsolete.',
    ],
  },
  {
    title: "a schema with a reference that leads nowhere",
    text: payload("{ property: x, schema: { $ref: components/shared.yaml#/ticke }, reason: new }"),
    report: [
      'corrections.yaml:3:38  payloads["ticket.opened"][0].schema.$ref: The reference is "components/shared.yaml#/ticke"; expected an existing component, but `components/shared.yaml` has no `ticke`. Did you mean `components/shared.yaml#/ticket`?',
    ],
  },
];
