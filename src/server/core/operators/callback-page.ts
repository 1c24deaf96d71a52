/** The page that a payer sees after the operator's: words and a colour, in Chinese and English, nothing that runs. */
import type { CallbackResult } from "./callback.ts";

interface Words {
  readonly sign: string;
  readonly colour: string;
  readonly zh: readonly [string, string];
  readonly en: readonly [string, string];
}
const WORDS = {
  paid: {
    sign: "✓",
    colour: "#1a7f4b",
    zh: ["付款成功", "款项已到账，可以关闭此页面。"],
    en: ["Payment received", "Your payment has arrived. You can close this page."],
  },
  checking: {
    sign: "…",
    colour: "#8a6100",
    zh: ["正在确认付款", "正在向运营商确认，请勿重复付款。此页面会自动刷新。"],
    en: ["Confirming your payment", "We are asking the operator. Do not pay again. This page refreshes automatically."],
  },
  not_paid: {
    sign: "×",
    colour: "#b3261e",
    zh: ["付款未完成", "没有收到款项。如需付款，请返回商户重新下单。"],
    en: ["Payment not completed", "No money was received. To pay, go back to the merchant and start again."],
  },
  unknown: {
    sign: "?",
    colour: "#5f6368",
    zh: ["找不到这笔付款", "链接不完整或已失效，请返回商户查看订单。"],
    en: ["Payment not found", "The link is incomplete or out of date. Go back to the merchant."],
  },
} as const satisfies Record<CallbackResult, Words>;

const REFRESH_S = 5;

/** The whole page. Nothing of the request stands in it. */
export function callbackPage(result: CallbackResult): string {
  const { sign, colour, zh, en } = WORDS[result];
  const refresh = result === "checking" ? `<meta http-equiv="refresh" content="${REFRESH_S}">` : "";
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${refresh}
<title>${zh[0]} · ${en[0]}</title>
<style>:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;background:Canvas;color:CanvasText}main{max-width:28rem;padding:2rem 1.25rem;text-align:center}.sign{display:inline-grid;place-items:center;width:3.5rem;height:3.5rem;border-radius:50%;background:${colour};color:#fff;font-size:1.75rem}h1{font-size:1.5rem;margin:1rem 0 .25rem}h2{font-size:1.125rem;margin:1.5rem 0 .25rem}p{margin:0}</style>
</head><body><main><div class="sign" aria-hidden="true">${sign}</div><h1>${zh[0]}</h1><p>${zh[1]}</p><div lang="en"><h2>${en[0]}</h2><p>${en[1]}</p></div></main></body></html>`;
}
