/** The evidence of one order as a file. */
export const evidence = {
  title: "举证文件",
  name: "举证文件",
  save: "下载举证文件",
  saving: "正在生成举证文件",
  done: "举证文件已下载：{{file}}",
  madeAt: "生成时间",
  madeBy: "生成人",
  currency: "币种",
  zone: "日期与时间为北京时间（UTC+8）",
  seen: "内容为生成时的记录，以生成人的查看权限为准",
  masked: "手机号码按生成人的权限隐去中间数字",
  print: "打印或存为 PDF：Ctrl+P",
  happened: "事项",
  who: "操作人",
  more: "说明",
  reasons: "匹配依据",
};
