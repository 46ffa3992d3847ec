/** The bells of all channels: one for each follower, and one for each page that watches a channel. */
import { Bell } from "./bell.js";

/** The bells of a relay server by channel. A bell stays until it is ended. */
export class Bells {
  readonly #byChannel = new Map<string, ChannelBells>();
  #followers = 0;

  /** Number of followers of all channels. */
  get followers(): number {
    return this.#followers;
  }

  countFollowers(channel: string): number {
    return this.#byChannel.get(channel)?.follower.size ?? 0;
  }

  /** Adds a bell to a channel. */
  add(channel: string, kind: keyof ChannelBells): Bell {
    const bells = this.#byChannel.get(channel) ?? { follower: new Set(), page: new Set() };
    this.#byChannel.set(channel, bells);
    if (kind === "follower") this.#followers++;
    const bell = new Bell(() => {
      if (kind === "follower") this.#followers--;
      bells[kind].delete(bell);
      if (bells.follower.size + bells.page.size === 0) this.#byChannel.delete(channel);
    });
    bells[kind].add(bell);
    return bell;
  }

  /** Wakes all who wait for deliveries of a channel. */
  ring(channel: string): void {
    for (const bell of listBells(this.#byChannel.get(channel))) bell.ring();
  }

  endAll(): void {
    for (const bells of this.#byChannel.values()) for (const bell of listBells(bells)) bell.end();
  }
}

function listBells(bells: ChannelBells | undefined): readonly Bell[] {
  return bells === undefined ? [] : [...bells.follower, ...bells.page];
}

interface ChannelBells {
  readonly follower: Set<Bell>;
  readonly page: Set<Bell>;
}
