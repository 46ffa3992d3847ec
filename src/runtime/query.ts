// Made of src/exports.ts by `npm run codegen`. Do not edit.

/** Options for TanStack Query 5 and SWR, made of functions of resources. */
export { infiniteQuery, mutation, query, swr, swrInfinite } from "../request/query/query.js";
export type {
  InfiniteQuery,
  MethodThatStreams,
  MethodWithoutPages,
  MissingParameters,
  Mutation,
  PageParam,
  Query,
  QueryKey,
  SwrInfiniteQuery,
  SwrQuery,
} from "../request/query/types.js";
