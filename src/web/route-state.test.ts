// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { dropRouteMemory, forgetRouteStates, keepRouteState, ROUTE_STATE_MS, routeState } from "./route-state.ts";

beforeEach(() => forgetRouteStates());

describe("route state", () => {
  it("lives exactly one hour", () => {
    expect(ROUTE_STATE_MS).toBe(3_600_000);
    keepRouteState("payments", { search: "?status=review" }, 1000);
    expect(routeState("payments", 1000 + 3_599_999)?.search).toBe("?status=review");
    expect(routeState("payments", 1000 + 3_600_000)).toBeNull();
  });

  it("keeps each screen apart, and what a change does not name", () => {
    keepRouteState("payments", { search: "?a=1" }, 0);
    keepRouteState("payments", { scroll: 400 }, 10);
    keepRouteState("sms", { search: "?b=2" }, 10);
    expect(routeState("payments", 20)).toEqual({ search: "?a=1", scroll: 400, at: 10 });
    expect(routeState("sms", 20)?.search).toBe("?b=2");
    expect(routeState("users", 20)).toBeNull();
  });

  it("survives a reload through session storage", () => {
    keepRouteState("payments", { search: "?a=1" }, 0);
    dropRouteMemory();
    expect(routeState("payments", 10)?.search).toBe("?a=1");
  });

  it("does not believe what else stands there", () => {
    for (const stored of ["{", "7", '{"payments":{"search":5,"scroll":0,"at":0}}', '{"payments":{"search":"?a=1","scroll":0}}']) {
      sessionStorage.setItem("fd-routes", stored);
      dropRouteMemory();
      expect(routeState("payments", 10)).toBeNull();
    }
  });
});
