/** What the frame says of sign-ins: one from a new device, and one that made a tab somebody else's; the rest of the area comes with the profile. */
export const newDevice = {
  newDevice: {
    tag: "新设备",
    strip: "你的账号在新设备登录：{{device}}，{{ip}}，{{time}}。是你本人吗？",
    mine: "是我",
    notMine: "不是我",
    endQuestion: "退出 {{device}}（{{ip}}）的全部登录？之后请立即修改密码。",
    end: "退出该设备",
    ended: "已退出该设备，请立即修改密码",
  },
  otherTab: { text: "此标签页的账号已变为 {{account}}", detail: "该账号后来在此浏览器的另一标签页登录" },
};
