// @vitest-environment happy-dom
/** Several tabs of a browser, and its history, are told apart by what stands in them. */
import { act, type ReactElement, useEffect } from "react";
import { type NavigateFunction, useNavigate } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { ScreenTabs, useTab } from "../ui/screen-tabs.tsx";
import { useTitle } from "./title.ts";

let navigate: NavigateFunction;
function Frame(): ReactElement {
  const go = useNavigate();
  useEffect(() => {
    navigate = go;
  }, [go]);
  useTitle("wallets");
  const active = useTab(["list", "statistics"]);
  return (
    <ScreenTabs
      label="tabs"
      active={active}
      tabs={[
        { name: "list", label: "钱包" },
        { name: "statistics", label: "统计" },
      ]}
    />
  );
}

beforeEach(() => preparePage("zh"));
afterEach(unmount);

it("names the open object and the tab before the screen", async () => {
  await mount(<Frame />, "/wallets");
  await seen(() => expect(document.title).toBe("钱包 · 收付台"));
  await act(async () => navigate("/wallets?open=W261031WDAAMZ85"));
  await seen(() => expect(document.title).toBe("W261031WDAAMZ85 · 钱包 · 收付台"));
  await act(async () => navigate("/wallets?tab=statistics"));
  await seen(() => expect(document.title).toBe("统计 · 钱包 · 收付台"));
  await act(async () => navigate("/wallets"));
  await seen(() => expect(document.title).toBe("钱包 · 收付台"));
});
