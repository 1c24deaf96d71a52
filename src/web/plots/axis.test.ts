/** Heights of a plot are told apart in both languages: ten thousand is one sign in Chinese, and a decimal of it a thousand. */
import { expect, it } from "vitest";
import { axisTexts } from "./axis.ts";

it("says each height as it is, not the next one with a decimal", () => {
  const quarters = [0, 2500, 5000, 7500, 10_000, 12_500, 15_000];
  expect(axisTexts("zh-CN", quarters)).toEqual(["0", "2500", "5000", "7500", "1万", "1.25万", "1.5万"]);
  expect(axisTexts("en", [1_250_000, 1_500_000])).toEqual(["1.25M", "1.5M"]);
});

it("tells heights apart that are near each other", () => {
  const near = [54_000, 54_200, 54_400, 55_200];
  expect(axisTexts("zh-CN", near)).toEqual(["5.4万", "5.42万", "5.44万", "5.52万"]);
  expect(axisTexts("en", near)).toEqual(["54K", "54.2K", "54.4K", "55.2K"]);
  expect(axisTexts("zh-CN", [0, 20_000, 40_000])).toEqual(["0", "2万", "4万"]);
});

it("ends where there is no room for more", () => {
  expect(axisTexts("zh-CN", [0.1, 0.100001])).toEqual(["0.1", "0.1"]);
  expect(axisTexts("en", [])).toEqual([]);
});
