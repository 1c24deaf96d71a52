export const plots = {
  table: "数据表",
  csv: "下载 CSV",
  csvOf: "下载 CSV：{{title}}",
  enterOpens: "按 Enter 打开",
};
