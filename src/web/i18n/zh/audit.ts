/** What the trail calls acts and who acts, which timelines and files say as well. */
import { auditAction, auditActor, auditObject } from "../../../contract/words/zh/audit.ts";

export const audit = {
  actor: auditActor,
  object: auditObject,
  action: auditAction,
  by: { person: "人工", timer: "到时自动恢复", longer: "改为停用更久" },
  official: { removed: "已清除" },
};
