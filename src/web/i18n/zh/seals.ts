/** Messages of sealed days, which come with their tab. */
export const seals = {
  title: "已封账的日期",
  hint: "每个营业日结束后，全部分录与操作记录归入一个签名的根，并与前一日相连。之后任何改动、删除、插入或调换都会被发现。下载文件后，可用 verify/ 中的独立程序核验。",
  empty: "还没有封账的日期。营业日结束几分钟后自动封账。",
  waiting: "{{n}} 个已结束的营业日尚未封账，系统正在处理",
  column: { day: "营业日", state: "状态", entries: "分录", turnover: "借贷合计", rows: "操作记录", root: "分录根", sealed: "封账时间", files: "文件" },
  state: { sealed: "已封账", holds: "核验一致", broken: "核验不一致", archived: "已归档" },
  archived: {
    title: "已归档的月份",
    hint: "这些月份的分录与操作记录已写入文件，不再保存在系统中；余额、封条和按日统计不受影响。需要时由服务器管理员取回。",
    column: { month: "月份", entries: "分录", rows: "操作记录", root: "月份根", by: "操作人", at: "归档时间", folder: "文件夹" },
  },
  file: { seal: "封条", entries: "分录", audit: "操作记录", all: "下载全部封条" },
  again: "重新核验",
  checked: "{{day}} 核验一致",
  differs: "{{day}} 核验不一致，请立即查明原因",
  newer: "较新",
  older: "较早",
  key: {
    title: "封账签名密钥",
    hint: "核验时以首个密钥为准，请将其编号通过其他途径告知核验方。之后每个密钥由前一个密钥签名认可。",
    first: "首个密钥，{{from}} 起",
    later: "由前一个密钥认可，{{from}} 起",
    renew: "更换密钥",
    question: "将生成新的封账签名密钥，由当前密钥认可，自下一次封账起使用。已封账的日期仍由原密钥核验。",
    renewed: "已更换封账签名密钥",
  },
};
