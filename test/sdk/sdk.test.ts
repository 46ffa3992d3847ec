/** The class of an SDK: its resources and methods. */
import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { createMockFetch } from "typewire/testing";
import { json, startServer } from "../client/server.js";
import { collect } from "../client/collect.js";
import { createAcmeClass, type AcmeInstance } from "./acme.js";

const server = startServer();

const Acme = createAcmeClass(server);

describe("[H.6] the class", () => {
  it.each<[title: string, call: (acme: AcmeInstance) => Promise<unknown>, request: string]>([
    ["a method of the class", ({ ping }) => ping(), "GET /ping"],
    ["a method", ({ things }) => things.retrieve(7), "GET /things/7"],
    ["a method whose name is reserved", ({ things }) => things.delete(7), "DELETE /things/7"],
    [
      "a method of a resource below",
      ({ things }) => things.parts.remove(7, 8),
      "DELETE /things/7/parts/8",
    ],
    ["a method two below", ({ things }) => things.parts.deep.get(), "GET /deep"],
    [
      "a resource that has no methods itself",
      ({ groups }) => groups.members.list(),
      "GET /members",
    ],
    ["a method with an inherited name", ({ groups }) => groups.members.toString(), "GET /text"],
    ["its client", ({ client }) => client.request("GET /things"), "GET /things"],
  ])("has %s", async (_, call, request) => {
    server.play(json({}));
    await call(new Acme());
    expect(server.arrivals.map(({ method, url }) => `${method} ${url}`)).toEqual([request]);
  });

  it("sends the parameters of a method", async () => {
    server.play(json({ id: 1 }, 201));
    const { data, response } = await new Acme().things.parts.add(7, { name: "a" }).withResponse();
    expect([data, response.status]).toEqual([{ id: 1 }, 201]);
    expect(server.arrivals).toMatchObject([{ url: "/things/7/parts", body: '{"name":"a"}' }]);
  });

  it("has lists", async () => {
    server.play(json([{ id: 1 }]));
    const WithLists = createAcmeClass(server, {}, { pagination: { style: "link" } });
    expect(await collect(new WithLists().things.list())).toEqual([{ id: 1 }]);
  });

  it("has its name, and can be extended", async () => {
    class OwnClient extends Acme {
      readonly seen: string[] = [];
      retrieve(id: number) {
        this.seen.push(String(id));
        return this.things.retrieve(id);
      }
    }
    server.play(json({ id: 1 }));
    const instance = new OwnClient({ apiKey: "k" });
    expect(await instance.retrieve(1)).toEqual({ id: 1 });
    expect(instance).toBeInstanceOf(OwnClient);
    expect(instance).toBeInstanceOf(Acme);
    expect(new Acme()).not.toBeInstanceOf(OwnClient);
    expect(instance.seen).toEqual(["1"]);
    expect((Acme as unknown as { readonly name: string }).name).toBe("Acme");
    expect(() => (Acme as unknown as () => void)()).toThrow(TypeError);
  });

  it("makes a resource once, when it is used", () => {
    const acme = new Acme();
    expect(Object.keys(acme)).toEqual(["client"]);
    expect(acme.things).toBe(acme.things);
    expect(acme.things.parts).toBe(acme.things.parts);
    expect(acme.things).not.toBe(new Acme().things);
    expect(Object.keys(acme.things)).toEqual(["list", "retrieve", "delete", "parts"]);
    expect(acme.things.retrieve.name).toBe("retrieve");
    expect((Acme.prototype as Partial<AcmeInstance>).things).toBeUndefined();
  });

  it("has bound methods", async () => {
    server.play(json({ id: 1 }));
    const { retrieve, parts } = new Acme().things;
    const { remove } = parts;
    await Promise.all([retrieve(1), remove(1, 2)]);
    expect(server.arrivals).toHaveLength(2);
  });

  it("lets tests replace methods and resources", async () => {
    const acme = new Acme();
    const spy = vi.spyOn(acme.things, "retrieve").mockResolvedValue({ id: 9 });
    expect(await acme.things.retrieve(1)).toEqual({ id: 9 });
    expect(spy).toHaveBeenCalledTimes(1);
    const inner = { remove: () => Promise.resolve() };
    vi.spyOn(acme.things, "parts", "get").mockReturnValue(inner as never); // one method is enough
    expect(acme.things.parts).toBe(inner);
    const things = { retrieve: () => Promise.resolve({ id: 8 }) };
    Object.assign(acme, { things, ping: () => "pong" });
    expect(await acme.things.retrieve(1)).toEqual({ id: 8 });
    expect(acme.ping()).toBe("pong");
    expect(new Acme().things).not.toBe(things);
    const mock = createMockFetch(acme.client);
    mock.reply("GET /things", { status: 200, data: [] });
  });

  it("has resources that can be replaced again and again, and that a subclass inherits", () => {
    class OwnClient extends Acme {}
    const acme = new OwnClient();
    const [first, second] = [{}, {}] as const;
    for (const things of [first, second]) {
      Object.assign(acme, { things });
      expect(acme.things).toBe(things);
    }
    expect(Reflect.deleteProperty(acme, "things")).toBe(true);
    expect(acme.things).toHaveProperty("retrieve");
    const getter = Object.getOwnPropertyDescriptor(Acme.prototype, "things");
    expect(getter).toMatchObject({ configurable: true, enumerable: false });
    expect("webhooks" in acme).toBe(false);
  });

  it("has the resources of its own level alone", () => {
    const { things, groups } = new Acme();
    expect(Object.keys(groups)).toEqual(["members"]);
    expect(Object.keys(things.parts)).toEqual(["add", "remove", "deep"]);
    expect(Object.keys(things.parts.deep)).toEqual(["get"]);
    expect(Object.keys(groups.members)).toEqual(["list", "toString"]);
  });

  it("is no promise", async () => {
    const acme = new Acme();
    const { members } = acme.groups;
    for (const each of [acme, acme.things, members]) {
      expect("then" in each).toBe(false);
      expect(await Promise.resolve(each)).toBe(each);
    }
  });

  it("shows names, and no credentials", () => {
    const acme = new Acme({ apiKey: "t0p-secret", tenant: "hidden-tenant" });
    const shown = [acme, acme.things, acme.things.parts].map((each) =>
      inspect(each, { depth: 9, showHidden: true, getters: true }),
    );
    expect(shown[0]).toMatch(/^Acme \{/);
    expect(inspect(acme.things)).toMatch(/^Object \[Acme\.things\] \{\s+list: \[Function: list\]/);
    for (const text of shown) expect(text).not.toMatch(/t0p-secret|hidden-tenant/);
    expect(JSON.stringify(acme)).not.toMatch(/t0p-secret|hidden-tenant/);
  });

  it("works behind a proxy", async () => {
    server.play(json({ id: 1 }));
    const proxy = new Proxy(new Acme(), {});
    expect(await proxy.things.retrieve(1)).toEqual({ id: 1 });
  });
});
