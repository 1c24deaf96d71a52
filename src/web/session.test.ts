// @vitest-environment happy-dom
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";

const profile = { token: "fresh", id: "U1", account: "li.wei", permissions: ["home.see"], on_totp: false, totp: null };
let answer: { status: number; body: unknown };
const calls: string[] = [];

/** A session of its own for each test: the module keeps state, as the page does. */
async function fresh(path: string) {
  vi.resetModules();
  calls.length = 0;
  window.history.replaceState(null, "", path);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push(`${init.method ?? "GET"} ${new URL(String(url), location.origin).pathname}`);
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers: { "content-type": "application/json" } });
  });
  const session = await import("./session.tsx");
  const locale = await import("./i18n/locale.ts");
  const nav = await import("./nav.ts");
  const routes = await import("./route-state.ts");
  const back = await import("./way-back.ts");
  const went: { to: string; options: unknown }[] = [];
  nav.setNavigator((to, options) => void went.push({ to, options }));
  return { session, locale, went, routes, back };
}
const refused = { status: 401, body: { success: false, data: null, error: { code: "unauthorized", message: "" } } };
const accepted = { status: 200, body: { success: true, data: profile } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  answer = accepted;
});
afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("restoring", () => {
  it("asks nothing without a token", async () => {
    const { session } = await fresh("/");
    await session.restore();
    expect(calls).toEqual([]);
    expect(session.currentSession().state).toBe("out");
  });

  it("takes the profile and keeps only its token", async () => {
    localStorage.setItem("token", "old");
    const { session } = await fresh("/payments");
    await session.restore();
    expect(session.currentSession()).toMatchObject({ state: "in", profile: { account: "li.wei" } });
    expect(localStorage.getItem("token")).toBe("fresh");
    expect(localStorage.length).toBe(1);
  });

  it("asks once, however many wait", async () => {
    localStorage.setItem("token", "old");
    const { session } = await fresh("/");
    await Promise.all([session.restore(), session.restore()]);
    expect(calls).toEqual(["GET /api/user"]);
  });

  it("is silent about a 401 on /signin", async () => {
    localStorage.setItem("token", "old");
    answer = refused;
    const { session, went } = await fresh("/en/signin");
    await session.restore();
    expect(went).toEqual([]);
    expect(session.currentSession().state).toBe("out");
    expect(localStorage.getItem("token")).toBe("old");
  });

  it("says so when the server cannot be asked", async () => {
    localStorage.setItem("token", "old");
    answer = { status: 500, body: { success: false, data: null, error: { code: "internal", message: "" } } };
    const { session } = await fresh("/");
    await session.restore();
    expect(session.currentSession()).toMatchObject({ state: "failed", error: { code: "internal" } });
  });
});

describe("a 401", () => {
  it("leads to /signin of the present language, the way back in history, the token left", async () => {
    localStorage.setItem("token", "old");
    answer = refused;
    const { session, locale, went } = await fresh("/en/payments?status=review&open=P1");
    locale.showLocale("en");
    await session.refreshProfile();
    expect(went[0]).toEqual({ to: "/en/signin", options: { replace: true, state: { back: "/en/payments?status=review&open=P1", ended: true } } });
    expect(localStorage.getItem("token")).toBe("old");
    expect(session.currentSession().state).toBe("out");
  });

  it("to the first question of a page leads nowhere by itself: the frame does, once router and language are there", async () => {
    localStorage.setItem("token", "old");
    answer = refused;
    const { session, went } = await fresh("/payments");
    await session.restore();
    expect([went, session.currentSession().state, localStorage.getItem("token")]).toEqual([[], "out", "old"]);
  });
});

it("without a token says nothing of a session that ended", async () => {
  const { session, went } = await fresh("/payments");
  session.toSignin();
  expect(went[0]).toEqual({ to: "/signin", options: { replace: true, state: { back: "/payments" } } });
});

describe("signing in and out", () => {
  it("stores user data and token", async () => {
    const { session } = await fresh("/signin");
    await session.signIn({ account: "li.wei", password: "x" });
    expect(session.currentSession().state).toBe("in");
    expect(session.currentToken()).toBe("fresh");
  });

  it("clears memory and storage and goes to /signin, also when the server is gone", async () => {
    const { session, went } = await fresh("/signin");
    await session.signIn({ account: "li.wei", password: "x" });
    const ended = vi.fn();
    session.onSessionEnd(ended);
    answer = { status: 503, body: "gone" };
    await session.signOut();
    expect(session.currentSession().state).toBe("out");
    expect(session.currentToken()).toBeNull();
    expect(localStorage.length).toBe(0);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(went.at(-1)?.to).toBe("/signin");
  });
});

describe("the next person at the same tab", () => {
  const other = { status: 200, body: { success: true, data: { ...profile, id: "U2", account: "op.chen" } } };

  it("is led to sign-in by Back over what was signed out of, without a way back to it", async () => {
    const { session, went } = await fresh("/payments?q=secret");
    await session.signIn({ account: "li.wei", password: "x" });
    await session.signOut();
    window.history.replaceState(null, "", "/payments?q=secret");
    went.length = 0;
    session.toSignin();
    expect(went).toEqual([{ to: "/signin", options: { replace: true, state: {} } }]);
  });

  it("finds nothing of the filters that were left, after sign-out or when the session had ended", async () => {
    for (const leave of ["sign-out", "401", "reload"]) {
      answer = accepted;
      const { session, routes } = await fresh("/payments");
      await session.signIn({ account: "li.wei", password: "x" });
      routes.keepRouteState("payments", { search: "?q=01712345678" });
      if (leave === "sign-out") await session.signOut();
      if (leave === "sign-out") expect(routes.routeState("payments")).toBeNull();
      if (leave === "reload") routes.dropRouteMemory();
      answer = other;
      await session.signIn({ account: "op.chen", password: "x" });
      expect([leave, routes.routeState("payments")]).toEqual([leave, null]);
    }
  });

  it("is the same one after a 401: filters stay, and the way back says whose it is", async () => {
    const { session, routes, went } = await fresh("/payments?q=1");
    await session.signIn({ account: "li.wei", password: "x" });
    routes.keepRouteState("payments", { search: "?q=1" });
    answer = refused;
    await session.refreshProfile();
    expect(went.at(-1)?.options).toEqual({ replace: true, state: { back: "/payments?q=1", of: "U1", ended: true } });
    answer = accepted;
    await session.signIn({ account: "li.wei", password: "x" });
    expect(routes.routeState("payments")?.search).toBe("?q=1");
  });

  it("is not led to where another one was", async () => {
    const { back } = await fresh("/signin");
    const state = { back: "/payments?q=1", of: "U1", ended: true };
    expect([back.placeAfter(state, "U1"), back.placeAfter(state, "U2"), back.placeAfter({ back: "/payments?q=1" }, "U2")]).toEqual([
      "/payments?q=1",
      "/",
      "/payments?q=1",
    ]);
  });
});

describe("the storage that all tabs share", () => {
  const other = { status: 200, body: { success: true, data: { ...profile, token: "theirs", id: "U2", account: "op.chen" } } };
  /** Somebody else signs in in another tab of this browser. */
  const othersSignIn = (): void => localStorage.setItem("token", "theirs");

  it("keeps what another tab has put there, while this one goes on, signs out, or signs in anew", async () => {
    const { session } = await fresh("/payments");
    await session.signIn({ account: "li.wei", password: "x" });
    othersSignIn();
    await session.refreshProfile();
    session.changeProfile({ token: "newer" });
    expect([session.currentToken(), localStorage.getItem("token")]).toEqual(["newer", "theirs"]);
    await session.signOut();
    expect(localStorage.getItem("token")).toBe("theirs");
    await session.signIn({ account: "li.wei", password: "x" });
    expect(localStorage.getItem("token")).toBe("fresh");
  });

  it("keeps it while this tab is asking who it is", async () => {
    localStorage.setItem("token", "old");
    const { session } = await fresh("/payments");
    const restored = session.restore();
    othersSignIn();
    await restored;
    expect([session.currentToken(), localStorage.getItem("token")]).toEqual(["fresh", "theirs"]);
  });

  it("is not filled again by a tab whose token another one has removed", async () => {
    const { session } = await fresh("/payments");
    await session.signIn({ account: "li.wei", password: "x" });
    localStorage.removeItem("token");
    await session.refreshProfile();
    expect([session.currentToken(), localStorage.length]).toEqual(["fresh", 0]);
  });

  it("is followed by a reload, which says once that the tab is another person's", async () => {
    const { session } = await fresh("/payments");
    await session.signIn({ account: "li.wei", password: "x" });
    expect(session.tellsOther()).toBe(false);
    othersSignIn();
    answer = other;
    const { session: reloaded } = await fresh("/payments");
    await reloaded.restore();
    expect(reloaded.currentSession()).toMatchObject({ state: "in", profile: { account: "op.chen" } });
    expect([reloaded.tellsOther(), reloaded.tellsOther()]).toEqual([true, false]);
  });

  it("says nothing of it after a reload of the same person's, nor in a new tab", async () => {
    const { session } = await fresh("/payments");
    await session.signIn({ account: "li.wei", password: "x" });
    const { session: reloaded } = await fresh("/payments");
    await reloaded.restore();
    sessionStorage.clear();
    answer = other;
    const { session: opened } = await fresh("/payments");
    await opened.restore();
    expect([reloaded.tellsOther(), opened.tellsOther(), opened.currentSession()]).toMatchObject([false, false, { profile: { account: "op.chen" } }]);
  });
});

it("switches the authenticator on this page alone, and takes a new token when the server gives one", async () => {
  const { session } = await fresh("/signin");
  await session.signIn({ account: "li.wei", password: "x" });
  session.changeProfile({ on_totp: true });
  expect(session.currentSession()).toMatchObject({ profile: { on_totp: true }, totpInForce: false });
  session.changeProfile({ totp: "otpauth://x", token: "newer", on_totp: false }, false);
  expect(localStorage.getItem("token")).toBe("newer");
  session.changeProfile({ on_totp: true, totp: null }, true);
  expect(session.currentSession()).toMatchObject({ totpInForce: true });
});
