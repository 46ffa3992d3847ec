/** Angular: a list with pages, a query that waits for a choice, and a mutation. */
import "@angular/compiler"; // compiles the template in the page; a build by Angular's own tools needs no such import
import { Component, computed, inject, provideZonelessChangeDetection, signal } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import {
  injectInfiniteQuery,
  injectMutation,
  injectQuery,
  provideTanStackQuery,
  QueryClient,
  skipToken,
} from "@tanstack/angular-query-experimental";
import { infiniteQuery, mutation, query } from "typewire/query";
import { createInOrg, get, listForOrg } from "typewire/resources/repos";
import { client, org, repoOf } from "./client.js";

@Component({
  selector: "app-repos",
  template: `
    <main>
      <ul>
        @for (repo of list(); track repo.id) {
          <li>
            <button (click)="name.set(repo.name)">{{ repo.name }}</button>
          </li>
        }
      </ul>
      <button id="more" [disabled]="!repos.hasNextPage()" (click)="repos.fetchNextPage()">
        More
      </button>
      <button id="create" (click)="create.mutate({ org, name: 'new' })">Create</button>
      <p>{{ chosen.data()?.full_name }}</p>
    </main>
  `,
})
class Repos {
  readonly org = org;
  readonly name = signal("");
  readonly repos = injectInfiniteQuery(() => infiniteQuery(listForOrg, client, { org }));
  readonly list = computed(() => this.repos.data()?.pages.flatMap((page) => page.data) ?? []);
  readonly chosen = injectQuery(() =>
    query(get, client, this.name() === "" ? skipToken : repoOf(this.name())),
  );
  readonly #cache = inject(QueryClient);
  readonly create = injectMutation(() => ({
    ...mutation(createInOrg, client),
    onSuccess: () => this.#cache.invalidateQueries({ queryKey: ["vendor", "repos"] }),
  }));
}

document.body.append(document.createElement("app-repos"));

// The client tries a request again itself.
const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });

await bootstrapApplication(Repos, {
  providers: [provideZonelessChangeDetection(), provideTanStackQuery(cache)],
});
