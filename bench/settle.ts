/** POST /device/sms over HTTP: parsed, matched, completed, booked, notification queued; counted as completed orders. */
import { benchSettle } from "./lib/settle.ts";

await benchSettle("settle", 1.8, 2.5);
