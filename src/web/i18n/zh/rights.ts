/** What everybody is told of rights: what they may see for a reason, and that they have changed. The words of roles come with the screen of users. */
export const rights = {
  changed: "你的权限已变更，页面已更新",
  reveal: {
    button: "临时查看",
    title: "临时查看 {{id}} 被遮盖的内容",
    intro: "显示 1 分钟。内容、对象和原因会写入操作记录，每小时最多 {{n}} 次。",
    what: "查看内容",
    field: { phones: "手机号", messages: "短信原文", amounts: "金额" },
    reasonHelp: "至少 4 个字，如：客户来电核对号码",
    reasonBad: "至少 4 个字",
    submit: "查看",
    shown: "临时显示：{{what}}，{{n}} 秒后隐藏",
    hide: "立即隐藏",
  },
};
