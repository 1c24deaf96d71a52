/** Heights of a plot are told apart in both languages: ten thousand is one sign in Chinese, and a decimal of it a thousand. */
import { expect, it } from "vitest";
import { axisTexts } from "./axis.ts";

it("has one decimal, or as many as tell the heights apart", () => {
  const near = [54_000, 54_200, 54_400, 55_200];
  expect(axisTexts("zh-CN", near)).toEqual(["5.4万", "5.42万", "5.44万", "5.52万"]);
  expect(axisTexts("en", near)).toEqual(["54K", "54.2K", "54.4K", "55.2K"]);
  expect(axisTexts("zh-CN", [0, 20_000, 40_000])).toEqual(["0", "2万", "4万"]);
});

it("ends where there is no room for more", () => {
  expect(axisTexts("zh-CN", [0.1, 0.100001])).toEqual(["0.1", "0.1"]);
  expect(axisTexts("en", [])).toEqual([]);
});
