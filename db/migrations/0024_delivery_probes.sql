-- Nor may the look-up of an object's other rows (0012) combine indexes: for a table that was empty a moment ago a bitmap
-- over every waiting row looks as cheap as the one row by its object, and costs a thousand times as much.
alter function outbox_claim(timestamptz, timestamptz, text, jsonb, int, int) set enable_bitmapscan = off;
alter function outbox_record(timestamptz, jsonb) set enable_bitmapscan = off;
alter function outbox_release(bigint[], timestamptz[], timestamptz) set enable_bitmapscan = off;
