-- A TrxID that somebody submits for an order is a claim: evidence beside wallet, amount and payer. Several open orders may claim
-- the same one; what keeps it from settling twice is trx_used, as before. Until now the first claim shut out all others.
drop index order_trx_open;
create index order_trx_open on order_trx (operator, trx_key, payment_id) where open;

-- An order that waits for a person because of a claimed message lets go of it when the message turns out to be another order's:
-- nothing has come for it, so it expires, and money that comes late still completes it.
insert into payment_edges values ('review', 'expired');
-- The guard of payments knows that edge, and `settle_read` all claims, from 0080 on, which writes both anew.
