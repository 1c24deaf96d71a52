/** Messages that payments, payouts and transfers share. */
export const orders = {
  approve: "通过",
  notifyDetail: "{{status}}，已尝试 {{n}} 次，最近返回 {{code}}",
  complete: "人工完成",
  correct: "更正 TrxID",
  fail: "标记失败",
  routing: "钱包选择",
  done: {
    approve: "已通过",
    reject: "已驳回",
    recheck: "已重新核查",
    recheckSame: "已重新核查：没有新的结果，仍为“{{status}}”",
    recheckNow: "已重新核查：现为“{{status}}”",
    complete: "已人工完成",
    correct: "TrxID 已更正",
    fail: "已标记失败",
    note: "备注已添加",
    notify: "已加入通知队列",
  },
  waiting: {
    notifyFailed: "商户未收到通知，可重新通知。",
  },
  ask: {
    recheckTitle: "重新核查 {{id}}（{{amount}}）？",
    noteTitle: "为 {{id}} 添加备注",
    notifyTitle: "重新通知 {{id}}（{{amount}}）？",
    notifyBody: "将再次向商户发送此订单的当前状态。",
    approveTitle: "通过 {{id}}（{{amount}}）",
    completeTitle: "人工完成 {{id}}（{{amount}}）",
  },
  form: {
    reasonHelp: "商户可见",
    complete: "完成并入账",
    correctReason: "更正原因",
    saveNote: "保存备注",
  },
};
