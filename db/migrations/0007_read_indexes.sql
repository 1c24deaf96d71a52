-- Indexes for what lists ask for rarely but must not search the whole history for; all small or written at their end.

-- Journals of a kind other than the two that every payment writes.
create index entries_rare on entries (kind, id) where merchant_id is not null and kind not in ('payment', 'payment_fee');
-- Notifications in the history that were not delivered.
create index deliveries_undelivered on deliveries (status, id) where status <> 'delivered';
-- Messages where a wallet's chain of balances breaks.
create index sms_break on sms (id) where chain = 'break';
create index audit_of on audit (object_id) where object_id is not null;
