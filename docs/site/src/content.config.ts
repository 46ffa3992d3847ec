import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import type { Loader } from "astro/loaders";
import { defineCollection } from "astro:content";

/**
 * Keeps all entries until the last one is read. Astro saves what it has twice a second meanwhile, and
 * where saving many pages takes longer than that, entries of the last save are lost.
 */
function storeAtOnce(loader: Loader): Loader {
  return {
    ...loader,
    async load(context) {
      const entries: Parameters<typeof context.store.set>[0][] = [];
      const set = (entry: (typeof entries)[number]): boolean => entries.push(entry) > 0;
      await loader.load({ ...context, store: { ...context.store, set } });
      for (const entry of entries) context.store.set(entry);
    },
  };
}

export const collections = {
  docs: defineCollection({ loader: storeAtOnce(docsLoader()), schema: docsSchema() }),
};
