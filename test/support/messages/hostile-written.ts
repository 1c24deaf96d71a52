/** Hostile texts written by hand, one by one. Test data. */
import type { MessageOperator, WalletType } from "../../../src/domain/messages/types.ts";

interface Written {
  readonly class: string;
  readonly operator: MessageOperator;
  readonly walletType: WalletType;
  readonly sender: string;
  readonly text: string;
}
const SENDER: Partial<Record<MessageOperator, string>> = {
  bkash: "bKash",
  nagad: "NAGAD",
  rocket: "16216",
  upay: "upay",
  mpesa_ke: "MPESA",
  mpesa_tz: "M-PESA",
  mpesa_mz: "M-Pesa",
  mtn_rw: "M-Money",
  emola_mz: "eMola",
};
const of = (operator: MessageOperator, walletType: WalletType, ...texts: readonly string[]): readonly Written[] =>
  texts.map((text) => ({ class: "written", operator, walletType, sender: SENDER[operator] ?? operator, text }));

export const WRITTEN: readonly Written[] = [
  ...of(
    "bkash",
    "personal",
    "You have received Tk 500.00 from 01812345678 but it is not yet in your account. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "You will have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "You have not received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "You have received a request of Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "You have received fake Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30 (reversed)",
    "You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30\n\nSent from my iPhone",
    "You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30. Ref: not paid",
    "You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Unavailable Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Blocked Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "You have received Tk 500.00 from 01812345678. Reversal Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. Rejected TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU pending at 12/09/2026 14:30",
    "You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU due at 12/09/2026 14:30",
    "Reminder: You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "Cash Out Tk 500.00 from 01812345678 successful. Fee Tk 9.25. Balance Tk 4,911.25. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "Cash Out Tk 4,000.00 from 01707609922 successful. Fee Tk 74.00. Balance Tk 4,108.82. TrxID DID4V2HBXU at 13/09/2026 19:18",
    "Cash In Tk 500.00 from 01812345678 unsuccessful. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "Cash In Tk 500.00 from 01812345678 request is successful. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "Cash In Tk 500.00 from 01812345678 request was successful. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "Cash In Tk 500.00 from 01812345678 request successful. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "Send Money Tk 500.00 to 01812345678 successful. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30. Download App: https://bKa.sh.evil.example/8app",
    "You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30. Get bonus: https://bkash-offer.top/x",
    "You have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30. Helpline 01811111111",
    "Yоu have received Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "You have receіved Tk 500.00 from 01812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "You have received Tk 500.00 from O1812345678. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30. Not final",
    "You have received Tk 500.00 from 01812345678. Fee Tk 500.00. Balance Tk 4,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30. Amount adjusted against loan",
    "আপনি ০১৮১২৩৪৫৬৭৮ থেকে Tk ৫০০.০০ পাননি। ফি Tk ০.০০। ব্যালেন্স Tk ৫,৪২০.৫০। TrxID DIC4V2HBXU",
    "আপনি ০১৮১২৩৪৫৬৭৮ থেকে Tk ৫০০.০০ পেয়েছেন। ফি Tk ০.০০। ব্যালেন্স Tk ৫,৪২০.৫০। TrxID DIC4V2HBXU। লেনদেনটি সফল হয়নি।",
  ),
  ...of(
    "bkash",
    "merchant",
    "You have received payment Tk 500.00 from 01812345678. Ref 7. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30. Settlement on T+2",
    "You have received payment request Tk 500.00 from 01812345678. Ref 7. Fee Tk 0.00. Balance Tk 5,420.50. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "Payment Tk 500.00 to be received from 01812345678. Fee Tk 0.00. Balance Tk 5,500.00. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "Payment dispute Tk 500.00 received from 01812345678. Fee Tk 0.00. Balance Tk 5,500.00. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "Payment Tk 500.00 received from 01812345678 in suspense. Fee Tk 0.00. Balance Tk 5,500.00. TrxID DIC4V2HBXU at 12/09/2026 14:30",
    "Cash Out Tk 500.00 from 01812345678 successful. Fee Tk 9.25. Balance Tk 4,911.25. TrxID DIC4V2HBXU at 12/09/2026 14:30",
  ),
  ...of(
    "nagad",
    "personal",
    "Money Received.\nAmount: Tk 430.00\nSender: 01648568395\nTxnID: 75GFFXCN\nBalance: Tk 7454.90\n09/03/2026 17:12\nStatus: Reversed",
    "Money Received.\nAmount: Tk 430.00\nSender: 01648568395\nRemarks\nTxnID: 75GFFXCN pending\nBalance: Tk 7454.90\n09/03/2026 17:12",
    "Money Received (Demo).\nAmount: Tk 430.00\nSender: 01648568395\nTxnID: 75GFFXCN\nBalance: Tk 7454.90\n09/03/2026 17:12",
    "Cash Out Received. Amount: Tk 2100.00 Customer: 01700000035 Fee: Tk 26.25 TxnID: 75GFFXCN Balance: Tk 60110.81 12/10/2026 10:06",
    "Money Received. Amount: Tk 430.00 Sender: 01648568395 (blocked) TxnID: 75GFFXCN Balance: Tk 7454.90 09/03/2026 17:12",
    "Money Received. Held Amount: Tk 430.00 Sender: 01648568395 TxnID: 75GFFXCN Balance: Tk 7454.90 09/03/2026 17:12",
    "Money Received. Amount: Tk 430.00 Sender: 01648568395 TxnID: 75GFFXCN Frozen Balance: Tk 7454.90 09/03/2026 17:12",
    "Lottery winner! Money Received. Amount: Tk 430.00 Sender: 01648568395 TxnID: 75GFFXCN Balance: Tk 7454.90 09/03/2026 17:12",
    "WIN A BIKE! visit evil.example/win Money Received. Amount: Tk 430.00 Sender: 01648568395 TxnID: 75GFFXCN Balance: Tk 7454.90 09/03/2026 17:12",
  ),
  ...of(
    "rocket",
    "personal",
    "Tk500.00 received from A/C:01712345678-9. Fee:Tk0, Your A/C Balance: Tk1,234.56 TxnId:2234567890 Date:28-SEP-26 02:30:45 pm. Amount on lien",
    "Tk500.00 will be received from A/C:01712345678-9. Fee:Tk0, Your A/C Balance: Tk1,234.56 TxnId:2234567890 Date:28-SEP-26 02:30:45 pm.",
    "Cash-Out from A/C: 017559700068 Tk500.00 Fee:Tk9.00; A/C Balance: Tk3,741.39.TxnId: 3478851618 Date:22-SEP-26 10:08:31 am.",
  ),
  ...of(
    "upay",
    "personal",
    "Tk. 254.90 has been received from 01300699926... TrxID 01JP2W61EN. Not settled",
    "Tk. 254.90 has not been received from 01300699926... TrxID 01JP2W61EN",
    "Cash Out of Tk 700.00 from 01412345678 is successful. Fee Tk 13.00. Balance Tk 3,300.00. TrxID 01JP2W61EN at 19/09/2026 02:10 PM",
  ),
  ...of(
    "mpesa_ke",
    "personal",
    "UJA1BC2DF5 Confirmed.You have received Ksh300.00 from JOHN DOE 0712121212 on 1/10/26 at 12:16 PM. New M-PESA balance is Ksh423.12. Transaction reversed.",
    "UJA1BC2DF5 Confirmed.You have received Ksh300.00 from JOHN DOE 0712121212 on 1/10/26 at 12:16 PM. New M-PESA balance is Ksh423.12. Subject to approval",
    "UJA1BC2DF5 Confirmed.You have received Ksh300.00 from JOHN DOE is pending on 1/10/26 at 12:16 PM. New M-PESA balance is Ksh423.12.",
    "UJA1BC2DF5 Confirmed.You have received Ksh300.00 from Frozen Account on 1/10/26 at 12:16 PM. New M-PESA balance is Ksh423.12.",
    "UJA1BC2DF5 Confirmed.You have received Ksh300.00 from JOHN DOE 0712121212 on 35/19/26 at 12:16 PM. New M-PESA balance is Ksh423.12.",
    "XXXXXXXXXX Confirmed.You have received Ksh300.00 from JOHN DOE 0712121212 on 1/10/26 at 12:16 PM. New M-PESA balance is Ksh423.12.",
    "UJA1BC2DF5 Confirmed.You have received Ksh300.000 from JOHN DOE 0712121212 on 1/10/26 at 12:16 PM. New M-PESA balance is Ksh423.12.",
  ),
  ...of(
    "mpesa_tz",
    "personal",
    "UJA1BC2DG2 Imethibitishwa. Umepokea Tsh50,000.00 kutoka JOHN DOE Tarehe 1/10/26 saa 10:30 AM. Salio lako jipya la M-Pesa ni Tsh60,000.00. Muamala umefutwa",
  ),
  ...of(
    "mpesa_mz",
    "personal",
    "Confirmado DJA1BC2DE4F. Recebeste 45.67MT de 258840000081 - JOHN DOE aos 1/10/26 as 6:22 PM. O teu novo saldo M-Pesa e de 234.56MT. Transaccao cancelada.",
  ),
  ...of(
    "mtn_rw",
    "personal",
    "You have received 155000 RWF from Eric HABIMANA (250788111399) on your mobile money account at 2026-09-13 21:44:49. Message from sender: . Your new balance:163522 RWF. Financial Transaction Id: 5453259619. Reversed.",
  ),
  ...of(
    "emola_mz",
    "personal",
    "Transaction ID: PP260603.0854.K00983. You received 123.45MT from 871234567, name: JOHN DOE at 08:54:09 on 03/06/2026. Content: campo. Your account balance is 1,234.56MT. Transaction cancelled.",
  ),
];
