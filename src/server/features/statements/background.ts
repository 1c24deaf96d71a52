/** A statement as a file that nobody waits for: of a whole month, which is named by its days or moves (docs/decisions/0078). */
import { Readable } from "node:stream";
import * as z from "zod";
import type { ExportSourceName } from "../../../contract/exports.ts";
import { publicId } from "../../../contract/schema.ts";
import type { App, UserActor } from "../../platform/context.ts";
import type { AnyRoute } from "../../platform/http/route.ts";
import { type AskedAlone, type FileUnderWay, offerFile } from "../../platform/lists/export-source.ts";
import { exportFile } from "../../platform/lists/export-shown.ts";
import { isStaff, ownMerchantId } from "../../platform/lists/scope.ts";
import { fileOfStream, pipeWithin, sheetStream } from "../../platform/lists/sheet.ts";
import { asError, Refused, refusedField } from "../../platform/refusal.ts";
import { type FileOfStatement, inSnapshot, makeStatement } from "./answer.ts";
import { monthOf, type Month } from "./month.ts";
import { statementPdf } from "./pdf/make.ts";
import type { Subject } from "./statement.ts";
import { merchantSubject, walletSubject } from "./subjects.ts";

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
/** Whose, and the first and last day of its month. */
const shape = z.strictObject({ id: publicId, from: day, to: day });
const FILES = {
  merchant: { of: "merchant_statement", zh: "商户对账单", en: "merchant-statement" },
  wallet: { of: "wallet_statement", zh: "钱包对账单", en: "wallet-statement" },
} as const satisfies Record<Subject["type"], { readonly of: ExportSourceName; readonly zh: string; readonly en: string }>;

/** The month whose first and last day these are. Refuses validation_failed */
function monthAsked(app: App, { from, to }: { readonly from: string; readonly to: string }): Month | Refused {
  const month = monthOf(app, from.slice(0, 7));
  if (month instanceof Refused || month.from !== from) return refusedField("from");
  return month.to === to ? month : refusedField("to");
}

/** Every line, opening and closing, of one snapshot that stays open until the last one is written. */
function underWay(app: App, subject: Subject, month: Month, as: FileOfStatement): FileUnderWay {
  let rows = 0;
  return {
    get rows() {
      return rows;
    },
    to: async (target) => {
      const refused = await inSnapshot(app, subject, month, as, async (sheet, statement) => {
        await pipeWithin(sheetStream(sheet, as.format), target);
        rows = statement.line_count;
      });
      if (refused) throw asError(refused);
    },
  };
}

async function begin(
  app: App,
  type: Subject["type"],
  id: string,
  month: Month,
  viewer: UserActor,
  { format, language, most }: AskedAlone<"wallet_statement" | "merchant_statement">,
  fromCopy: boolean,
): Promise<FileUnderWay | Refused> {
  const subject = type === "merchant" ? await merchantSubject(app, id, viewer) : await walletSubject(app, id, viewer);
  if (subject instanceof Refused) return subject;
  if (format !== "pdf") return underWay(app, subject, month, { format, locale: language, most, fromCopy });
  const statement = await makeStatement(app, subject, month);
  return fileOfStream(Readable.from([await statementPdf(statement, language)]), () => statement.line_count);
}

/** Statements of this kind for whoever does not wait for them; a merchant's people have their own alone. */
export function offerStatement(route: AnyRoute, type: Subject["type"]): AnyRoute {
  const { of, ...file } = FILES[type];
  return offerFile(route, {
    of,
    shape,
    prepare: (app, query, viewer, as) => {
      const month = monthAsked(app, query);
      if (month instanceof Refused) return month;
      const id = app.publicIds.decode(type, query.id);
      if (id === null) return refusedField("id");
      if (!isStaff(viewer) && (type !== "merchant" || ownMerchantId(viewer) !== id)) return new Refused("not_found");
      const publicId = app.publicIds.encode(type, id);
      return {
        file: exportFile({ file: { zh: `${file.zh}_${publicId}`, en: `${file.en}_${publicId}` } }, as, query, app.now()),
        totals: false,
        object: { type, id: publicId, merchantId: type === "merchant" ? id : null },
        begin: (running, client) => begin(running, type, query.id, month, viewer, as, client.again !== true),
      };
    },
  });
}
