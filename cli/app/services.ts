/**
 * Services that publish a description of their API. Addresses are those that the services name themselves, or
 * files of their public repositories at the tip of the main branch.
 */
import { nearestKey } from "../../codegen/model/messages.js";
import type { Answers } from "../init/types.js";

/** The file of a public repository, on its main branch. */
function inRepository(repository: string, path: string, branch = "HEAD"): string {
  return `https://raw.githubusercontent.com/${repository}/${branch}/${path}`;
}

const SVIX_HEADERS = {
  signature: { preset: "standard-webhooks", prefix: "svix" },
  event: { body: "type" },
} as const satisfies Answers;

export const SERVICES: Readonly<Record<string, Service>> = {
  adyen: {
    title: "Adyen Checkout",
    descriptions: [inRepository("Adyen/adyen-openapi", "yaml/CheckoutService-v71.yaml")],
    page: "https://docs.adyen.com/api-explorer/",
  },
  asana: {
    title: "Asana",
    descriptions: [inRepository("Asana/openapi", "defs/asana_oas.yaml")],
    page: "https://developers.asana.com/reference/rest-api-reference",
  },
  box: {
    title: "Box",
    descriptions: [inRepository("box/box-openapi", "openapi.json", "en")],
    page: "https://developer.box.com/reference/",
  },
  clerk: {
    title: "Clerk",
    descriptions: [
      inRepository("clerk/openapi-specs", "webhooks/2025-04-15.yml"),
      inRepository("clerk/openapi-specs", "bapi/2025-11-10.yml"),
    ],
    page: "https://clerk.com/docs/reference/backend-api",
    answers: SVIX_HEADERS,
  },
  cloudflare: {
    title: "Cloudflare",
    descriptions: [inRepository("cloudflare/api-schemas", "openapi.json")],
    page: "https://developers.cloudflare.com/api/",
  },
  digitalocean: {
    title: "DigitalOcean",
    descriptions: [
      "https://api-engineering.nyc3.digitaloceanspaces.com/spec-ci/DigitalOcean-public.v2.yaml",
    ],
    page: "https://docs.digitalocean.com/reference/api/",
  },
  discord: {
    title: "Discord",
    descriptions: [inRepository("discord/discord-api-spec", "specs/openapi.json")],
    page: "https://discord.com/developers/docs/reference",
    answers: { signature: "discord" },
  },
  figma: {
    title: "Figma",
    descriptions: [inRepository("figma/rest-api-spec", "openapi/openapi.yaml")],
    page: "https://developers.figma.com/docs/rest-api/",
  },
  github: {
    title: "GitHub",
    descriptions: [
      inRepository(
        "github/rest-api-description",
        "descriptions-next/api.github.com/api.github.com.json",
      ),
    ],
    page: "https://docs.github.com/rest",
    answers: {
      signature: "github",
      event: { header: "X-GitHub-Event" },
      delivery: { header: "X-GitHub-Delivery" },
    },
    vendor: {
      requestId: "X-GitHub-Request-Id",
      rateLimit: { remaining: "X-RateLimit-Remaining", reset: "X-RateLimit-Reset" },
    },
    corrections: "github",
  },
  intercom: {
    title: "Intercom",
    descriptions: [
      inRepository("intercom/Intercom-OpenAPI", "descriptions/2.14/api.intercom.io.yaml"),
    ],
    page: "https://developers.intercom.com/docs/references/rest-api/api.intercom.io",
  },
  lago: {
    title: "Lago",
    descriptions: [inRepository("getlago/lago-openapi", "openapi.yaml")],
    page: "https://getlago.com/docs/api-reference/intro",
  },
  netlify: {
    title: "Netlify",
    descriptions: [inRepository("netlify/open-api", "swagger.yml")],
    page: "https://docs.netlify.com/api/get-started/",
  },
  openai: {
    title: "OpenAI",
    descriptions: [inRepository("openai/openai-openapi", "openapi.yaml")],
    page: "https://platform.openai.com/docs/api-reference",
    answers: { signature: "standard-webhooks", event: { body: "type" } },
    vendor: { requestId: "x-request-id" },
  },
  pagerduty: {
    title: "PagerDuty",
    descriptions: [inRepository("PagerDuty/api-schema", "reference/REST/openapiv3.json")],
    page: "https://developer.pagerduty.com/api-reference/",
  },
  plaid: {
    title: "Plaid",
    descriptions: [inRepository("plaid/plaid-openapi", "2020-09-14.yml")],
    page: "https://plaid.com/docs/api/",
  },
  resend: {
    title: "Resend",
    descriptions: [inRepository("resend/resend-openapi", "resend.yaml")],
    page: "https://resend.com/docs/api-reference/introduction",
    answers: SVIX_HEADERS,
  },
  slack: {
    title: "Slack",
    descriptions: [inRepository("slackapi/slack-api-specs", "web-api/slack_web_openapi_v2.json")],
    page: "https://docs.slack.dev/reference/methods",
    answers: { signature: "slack" },
  },
  square: {
    title: "Square",
    descriptions: [inRepository("square/connect-api-specification", "api.json")],
    page: "https://developer.squareup.com/reference/square",
    answers: { signature: "square", event: { body: "type" }, delivery: { body: "event_id" } },
  },
  stripe: {
    title: "Stripe",
    descriptions: [inRepository("stripe/openapi", "latest/openapi.spec3.json")],
    page: "https://docs.stripe.com/api",
    answers: { signature: "stripe", event: { body: "type" }, delivery: { body: "id" } },
    vendor: { requestId: "Request-Id" },
  },
  svix: {
    title: "Svix",
    descriptions: [inRepository("svix/svix-webhooks", "server/openapi.json")],
    page: "https://api.svix.com/docs",
    answers: { ...SVIX_HEADERS, baseUrl: "https://api.us.svix.com" },
  },
  twilio: {
    title: "Twilio",
    descriptions: [inRepository("twilio/twilio-oai", "spec/json/twilio_api_v2010.json")],
    page: "https://www.twilio.com/docs/usage/api",
    answers: { signature: "twilio" },
  },
};

export function findService(name: string): Service | undefined {
  return Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined;
}

/** Ends a message about a name that is no known service. */
export function suggestService(name: string): string {
  const nearest = nearestKey(name, Object.keys(SERVICES));
  return nearest === undefined ? "" : ` Did you mean ${nearest}?`;
}

/** A service with the facts that an SDK of it needs. */
export interface Service {
  readonly title: string;
  /** Addresses. What several of them describe is taken from the first. */
  readonly descriptions: readonly string[];
  /** The page of the service about its API. */
  readonly page: string;
  /** Facts that the descriptions lack. Those about webhooks are for descriptions that have them. */
  readonly answers?: Answers;
  /** Further keys of `vendor.yaml`, such as the headers of rate limits. */
  readonly vendor?: Readonly<Record<string, unknown>>;
  /** Name of known corrections: see `corrections.ts`. */
  readonly corrections?: "github";
}
