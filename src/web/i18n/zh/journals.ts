import { journalKind } from "../../../contract/words/zh/entries.ts";

export const journals = {
  searchHint: "流水编号、订单号",
  empty: "还没有流水。商户余额变动后显示在这里。",
  column: {
    id: "流水编号",
    kind: "流水类型",
    reference: "关联单据",
    before: "变动前余额",
    after: "变动后余额",
  },
  kind: journalKind,
  integrity: {
    ok: "流水连续，合计一致",
    broken: "流水不连续或合计不一致，请到首页查看账目核对",
    detail: "{{accounts}} 个账户，{{entries}} 条流水，核对时间",
    checking: "正在核对流水…",
    failed: "暂时无法核对",
    again: "重新核对",
  },
  balance: {
    open: "查询余额",
    title: "某一时刻的余额",
    at: "时刻（北京时间）",
    show: "查询",
    available: "可用余额",
    held: "冻结余额",
    asOf: "截至 {{at}}",
    future: "请选择不晚于现在的时刻",
  },
  tabs: { label: "流水与封账", journals: "商户流水", seals: "封账" },
};
