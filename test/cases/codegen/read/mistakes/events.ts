/** Mistakes in events.yaml and in payloads. */
import { events, payload, thin, vendor, type Mistake } from "./files.js";

export const eventMistakes: readonly Mistake[] = [
  // events.yaml
  {
    title: "an event that is also an action",
    files: events("ticket.opened:\nping:\nticket:\n  actions: [closed, opened]\n"),
    report: [
      "events.yaml:4:21  ticket.actions[1]: The name `ticket.opened` is also that of the event at events.yaml:1:1; expected each name once.",
    ],
  },
  {
    title: "an action that is also an event",
    files: events("ticket:\n  actions: { opened: }\nticket.opened:\n"),
    report: [
      'events.yaml:3:1  ["ticket.opened"]: The name `ticket.opened` is also that of the action at events.yaml:2:14; expected each name once.',
    ],
  },
  {
    title: "a resource of an unknown route",
    files: thin('{ route: "GET /thing/{id}", parameters: { id: data.id } }'),
    report: [
      "events.yaml:3:22  thin.resource.route: The route is `GET /thing/{id}`; expected one of routes.yaml. Did you mean `GET /things/{id}`?",
    ],
  },
  {
    title: "a resource without a parameter, with an unknown one, and with an unknown path",
    files: thin('{ route: "GET /things/{id}", parameters: { ids: data.ide } }'),
    report: [
      "events.yaml:3:13  thin.resource: The parameter `id` of `GET /things/{id}` is missing; expected it.",
      "events.yaml:3:61  thin.resource.parameters.ids: The parameter is `ids`, which `GET /things/{id}` does not have; expected `id` or `full`. Did you mean `id`?",
      "events.yaml:3:61  thin.resource.parameters.ids: The path is `data.ide`, which the payload does not have; expected `data.id`. Did you mean `data.id`?",
    ],
  },
  {
    title: "a resource of a route with a required body",
    files: thin("{ route: POST /things }"),
    report: [
      "events.yaml:3:22  thin.resource.route: The route `POST /things` has a required body; expected one without.",
    ],
  },
  {
    title: "a resource of a route that streams",
    files: thin("{ route: GET /stream }"),
    report: [
      "events.yaml:3:22  thin.resource.route: The route `GET /stream` streams; expected one with a whole response.",
    ],
  },
  {
    title: "an event name with a space at its end",
    files: events('"ping ":\n'),
    report: [
      'events.yaml:1:1  ["ping "]: The key is "ping "; expected an event name as the service sends it: at most 200 characters on one line, without `*` and outer spaces (`error` is reserved).',
    ],
  },
  {
    title: "two placeholders",
    files: events('"{a}.{b}":\n'),
    report: [
      'events.yaml:1:1  ["{a}.{b}"]: The name is one with 2 placeholders; expected one at most.',
    ],
  },
  {
    title: "a placeholder that is a part of a word",
    files: events("a{b}.c:\n"),
    report: [
      'events.yaml:1:1  ["a{b}.c"]: The placeholder is a part of a word; expected it between `.`, `/`, `:` or spaces.',
    ],
  },
  {
    title: "two placeholders for the same names",
    files: events('"{a}.made":\nx.made:\n"x.{b}":\n"{c}.made.twice":\n'),
    report: [
      'events.yaml:3:1  ["x.{b}"]: The name matches names that the event at events.yaml:1:1 matches; expected each name once.',
    ],
  },
  {
    title: "actions of a vendor without",
    files: {
      ...events("a:\n  actions: [b]\nc:\n"),
      ...vendor((text) => `${text}  action: none\n`),
    },
    report: [
      "events.yaml:2:3  a.actions: The event is one with actions; expected none, because vendor.yaml says `action: none`.",
    ],
  },
  {
    title: "the reserved event name *",
    files: events('"*":\n'),
    report: [
      'events.yaml:1:1  ["*"]: The key is "*"; expected an event name as the service sends it: at most 200 characters on one line, without `*` and outer spaces (`error` is reserved).',
    ],
  },
  {
    title: "the reserved event name error",
    files: events("error:\n"),
    report: [
      'events.yaml:1:1  error: The key is "error"; expected an event name as the service sends it: at most 200 characters on one line, without `*` and outer spaces (`error` is reserved).',
    ],
  },
  {
    title: "an event twice",
    files: events("ping:\nping:\n"),
    report: ["events.yaml:2:1  ping: The key `ping` is repeated; expected it once."],
  },
  {
    title: "no actions in the list",
    files: events("a: { actions: [] }\n"),
    report: ["events.yaml:1:15  a.actions: The value is an empty list; expected one item or more."],
  },
  {
    title: "no actions in the map",
    files: events("a: { actions: {} }\n"),
    report: ["events.yaml:1:15  a.actions: The value is an empty map; expected one key or more."],
  },
  {
    title: "an action that is a number",
    files: events("a: { actions: [b, 7] }\n"),
    report: ["events.yaml:1:19  a.actions[1]: The value is 7; expected a string."],
  },
  {
    title: "an action twice",
    files: events("a: { actions: [b, c, b] }\n"),
    report: [
      "events.yaml:1:15  a.actions: The value is a list with equal items at 0 and 2; expected each item once.",
    ],
  },
  {
    title: "an action with a star",
    files: events("a: { actions: { b*: } }\n"),
    report: [
      'events.yaml:1:17  a.actions["b*"]: The key is "b*"; expected an action as the service sends it: at most 200 characters on one line, without `*` and outer spaces.',
    ],
  },
  {
    title: "an unknown key of an event",
    files: events("a:\n  action: [b]\n"),
    report: [
      "events.yaml:2:3  a.action: The key `action` is unknown; expected `description`, `actions` or `resource`. Did you mean `actions`?",
    ],
  },
  {
    title: "an empty description",
    files: events('a: { description: "" }\n'),
    report: ['events.yaml:1:19  a.description: The value is ""; expected some text.'],
  },
  // payloads
  {
    title: "payloads of an unknown event",
    files: { "payloads/tickt.yaml": "payload: true\n" },
    report: [
      "payloads/tickt.yaml:1:1  The event is `tickt`, after the file name; expected an event of events.yaml. Did you mean `payloads/ticket.yaml`?",
    ],
  },
  {
    title: "payloads of an event that was deleted",
    files: { "payloads/invoice.yaml": "payload: true\n" },
    report: [
      "payloads/invoice.yaml:1:1  The event is `invoice`, after the file name; expected an event of events.yaml. Delete the file if the event is gone.",
    ],
  },
  {
    title: "payloads of an event whose file has another name",
    files: {
      "events.yaml": "orders/create:\nping:\n",
      "payloads/orders_create.yaml": "payload: true\n",
    },
    report: [
      "payloads/orders_create.yaml:1:1  The event is `orders_create`, after the file name; expected an event of events.yaml. Did you mean `event: orders/create`?",
    ],
  },
  {
    title: "payloads of an unknown event, by its key",
    files: { "payloads/x.yaml": "event: pin\npayload: true\n" },
    report: [
      "payloads/x.yaml:1:8  event: The event is `pin`; expected an event of events.yaml. Did you mean `ping`?",
    ],
  },
  {
    title: "two files of one event",
    files: { "payloads/x.yaml": "event: ping\npayload: true\n" },
    report: [
      "payloads/x.yaml:1:8  event: The event is `ping`, which payloads/ping.yaml also describes; expected one file for each event.",
    ],
  },
  {
    title: "payloads of an unknown action",
    files: payload("actions:\n  openned: true\n"),
    report: [
      "payloads/ticket.yaml:2:3  actions.openned: The action is `openned`; expected `opened` or `closed`. Did you mean `opened`?",
    ],
  },
  {
    title: "one payload of an event with actions",
    files: payload("payload: true\n"),
    report: [
      "payloads/ticket.yaml:1:1  payload: The event `ticket` is one with actions; expected `actions`. Did you mean `actions`?",
    ],
  },
  {
    title: "actions of an event without",
    files: { "payloads/ping.yaml": "actions: { a: true }\n" },
    report: [
      "payloads/ping.yaml:1:1  actions: The event `ping` is without actions; expected `payload`. Did you mean `payload`?",
    ],
  },
  {
    title: "an unknown key of a payload file",
    files: payload("action: {}\n"),
    report: [
      "payloads/ticket.yaml:1:1  action: The key `action` is unknown; expected `event`, `payload` or `actions`. Did you mean `actions`?",
    ],
  },
  {
    title: "a prototype key as action",
    files: payload("actions: { constructor: true }\n"),
    report: [
      "payloads/ticket.yaml:1:12  actions.constructor: The action is `constructor`; expected `opened` or `closed`.",
    ],
  },
];
