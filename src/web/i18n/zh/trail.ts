/** The screen of the trail; what others say of it too (acts, who acted) stands in `audit.ts`. */
import { trailObject } from "../../../contract/words/zh/objects.ts";

export const trail = {
  title: "操作记录",
  searchHint: "对象编号、记录编号、账号",
  empty: "还没有操作记录。对用户、权限、设置、密钥的更改，以及人对资金的每一次操作，都会记录在这里。",
  column: {
    id: "编号",
    actor: "操作人",
    ip: "IP",
    changes: "更改",
    approval: "复核",
    hash: "哈希",
  },
  object: trailObject,
  diff: { field: "字段", none: "此操作没有字段更改", empty: "空" },
  sealed: "已封存",
  unsealed: "待封存",
  hashHint: "此哈希覆盖本条内容和前一条的哈希，任何改动都会使之后的链不再相符。",
  tagOne: "{{field}}：{{before}} → {{after}}",
  tagNew: "{{field}}：{{value}}",
  tagMore: "等 {{n}} 项",
};
