/** An app of Vue for both sides: rendered on a server, hydrated in a page. */
import {
  QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  VueQueryPlugin,
  skipToken,
} from "@tanstack/vue-query";
import { createSSRApp, defineComponent, h, onServerPrefetch, ref } from "vue";
import { createClient } from "typewire/core";
import { infiniteQuery, query } from "typewire/query";
import { get, listForOrg } from "typewire/resources/repos";

export const createCache = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });

const createMain = (baseUrl: string) =>
  defineComponent({
    setup() {
      const client = createClient({ baseUrl });
      const cache = useQueryClient();
      const isOpen = ref(false);
      const repos = useInfiniteQuery(infiniteQuery(listForOrg, client, { org: "acme" }));
      const one = useQuery({
        ...query(get, client, { owner: "acme", repo: "one" }),
        select: ({ full_name }) => full_name,
      });
      const two = useQuery(() =>
        query(get, client, isOpen.value ? { owner: "acme", repo: "two" } : skipToken),
      );
      onServerPrefetch(async () => {
        await Promise.all([repos.suspense(), one.suspense()]);
      });
      return () =>
        h("main", [
          repos.data.value?.pages.map((page) =>
            h(
              "ul",
              page.data.map(({ id, name }) => h("li", { key: id }, name)),
            ),
          ),
          h("button", { id: "more", onClick: () => repos.fetchNextPage() }, "More"),
          h("h1", one.data.value),
          h("button", { id: "toggle", onClick: () => (isOpen.value = !isOpen.value) }, "Toggle"),
          two.data.value ? h("h2", two.data.value.full_name) : null,
          h(
            "button",
            {
              id: "again",
              onClick: () => cache.invalidateQueries({ queryKey: ["vendor", "repos"] }),
            },
            "Again",
          ),
        ]);
    },
  });

export function createApp(cache: QueryClient, baseUrl: string) {
  return createSSRApp(createMain(baseUrl)).use(VueQueryPlugin, { queryClient: cache });
}
