/** Announcements of a relay, and ids of events that hold a time. */
import { describe, expect, it } from "vitest";
import { formatTime, readAnnouncement, readTime } from "../../src/relay/announcement.js";

describe("readTime", () => {
  it.each<[id: string, time: number | undefined]>([
    ["since-0", 0],
    ["since-1700000000000", 1_700_000_000_000],
    ["since-999999999999999", 999_999_999_999_999],
    ["since-1000000000000000", undefined],
    ["since-", undefined],
    ["since-x", undefined],
    ["since--1", undefined],
    ["xsince-1", undefined],
    ["since-1x", undefined],
    ["", undefined],
  ])("[D.14] reads %j as %j", (id, time) => {
    expect(readTime(id)).toBe(time);
    if (time !== undefined) expect(formatTime(time)).toBe(id);
  });
});

describe("readAnnouncement", () => {
  it.each(["", "x", "null", "7", '{"heartbeat":null}'])("[D.13] reads nothing from %j", (data) => {
    expect(readAnnouncement(data)).toBeUndefined();
  });

  it.each<[title: string, data: object, expected: object | undefined]>([
    ["the shortest heartbeat", { heartbeat: 1 }, { replay: "none", complete: true }],
    ["a shorter one", { heartbeat: 0.9 }, undefined],
    ["none", {}, undefined],
    ["one of text", { heartbeat: "5" }, undefined],
    ["a replay since", { heartbeat: 9, replay: "since" }, { replay: "since", complete: true }],
    ["a replay of all", { heartbeat: 9, replay: "all" }, { replay: "all", complete: true }],
    ["an unknown replay", { heartbeat: 9, replay: "some" }, { replay: "none", complete: true }],
    ["a gap", { heartbeat: 9, complete: false }, { replay: "none", complete: false }],
  ])("[D.13] reads %s", (_title, data, expected) => {
    expect(readAnnouncement(JSON.stringify(data))).toEqual(expected && { ...data, ...expected });
  });
});
