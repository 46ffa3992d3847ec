/** The subjects of the measurement: each sends the same request, or reads the same list, in its own way. */
import { request } from "@octokit/request";
import { createClient } from "typewire/client";
import { createClient as createCore } from "typewire/core";
import { get, listTags } from "typewire/resources/repos";
import { Vendor } from "typewire/sdk";
import type { Target } from "./answers.js";
import { createByHand, createPagesByHand, sendByHand } from "./by-hand.js";
import { issueOf, repoOf, TIMEOUT, TOKEN } from "./parameters.js";
import type { ClientTrial } from "./suite.js";

/** Creates the subject of a trial, with one client for all its requests. */
export function createSubject(trial: ClientTrial, { baseUrl, fetch }: Target): Subject {
  const options = { baseUrl, fetch, ...(trial.hasTimeout && { timeout: TIMEOUT }) };
  const isPost = trial.method === "POST";
  const byHand = { baseUrl, send: fetch, isPost, hasTimeout: trial.hasTimeout };
  switch (trial.subject) {
    case "bare fetch":
      return {
        send: async (turn) => (await sendByHand(byHand, turn)).json() as Promise<unknown>,
      };
    case "by hand":
      return { send: createByHand(byHand), readPages: createPagesByHand(byHand) };
    case "@octokit/request": {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const defaults = { baseUrl, headers, request: { fetch } };
      return { send: sendRoute(request.defaults(defaults), isPost) };
    }
    case "client.request": {
      const client = createClient({ auth: TOKEN, ...options });
      return {
        send: sendRoute((route, values) => client.request(route, values as never), isPost),
        readPages: () => client.paginate("GET /repos/{owner}/{repo}/tags", LISTED),
      };
    }
    case "function": {
      const client = createCore({ auth: TOKEN, ...options });
      return {
        send: (turn) => get(client, repoOf(turn)),
        readPages: () => listTags(client, LISTED),
      };
    }
    case "class": {
      const vendor = new Vendor({ apiKey: TOKEN, ...options });
      return {
        send: (turn) => vendor.repos.get(repoOf(turn)),
        readPages: () => vendor.repos.listTags(LISTED),
      };
    }
  }
}

/** The repository whose tags are listed. */
const LISTED = { owner: "acme", repo: "r1" };

/** Sends a route by a function that the package of the peer has, too, and takes the data of its response. */
function sendRoute(
  send: (route: string, values: object) => Promise<{ readonly data: unknown }>,
  isPost: boolean,
): Subject["send"] {
  const [route, createValues] = isPost
    ? (["POST /repos/{owner}/{repo}/issues", issueOf] as const)
    : (["GET /repos/{owner}/{repo}", repoOf] as const);
  return async (turn) => (await send(route, createValues(turn))).data;
}

/** One way to send requests. */
export interface Subject {
  /** Sends the request of a turn, and resolves to the data of its response. */
  readonly send: (turn: number) => Promise<unknown>;
  /** Yields the items of all pages. Absent where no trial of pages takes part. */
  readonly readPages?: () => AsyncIterable<unknown>;
}
