-- The messages of a wallet between two ids that count in its figures. `flow`: a reported receipt or payout, or null. p_credit, p_debit: kinds
-- of messages that are receipts or payouts. A message that belongs to a transfer or a withdrawal is neither. What nobody believes (suspicious,
-- a copy, not understood) is not counted at all; one that a person put aside counts only where it was booked. Locks nothing.
create or replace function wallet_messages(p_wallet bigint, p_from bigint, p_to bigint, p_credit text[], p_debit text[])
  returns table (id bigint, flow text, amount bigint, balance bigint, continuity text, at timestamptz, trx_id text, trx_key text, match_status text, payment_id bigint, disburse_id bigint)
  language sql stable as $$
  select s.id,
    case when s.transfer_id is not null or s.withdrawal_id is not null or s.amount is null then null
         when s.payment_id is null and s.disburse_id is null and s.trx_key is not null and exists (
           select 1 from trx_used u where u.operator = s.operator and u.trx_key = s.trx_key and u.direction = s.direction and u.object_type not in ('payment', 'disburse')) then null
         when s.direction = 'credit' and s.kind = any (p_credit) then 'credit'
         when s.direction = 'debit' and s.kind = any (p_debit) then 'debit' end,
    s.amount, s.balance, s.continuity, coalesce(s.operator_time, s.received_at), s.trx_id, s.trx_key, s.match_status, s.payment_id, s.disburse_id
  from sms s where s.wallet_id = p_wallet and s.id >= p_from and s.id < p_to
    and (s.match_status in ('matched', 'unmatched', 'review', 'held') or s.match_status = 'ignored' and s.booked_txn is not null);
$$;

revoke all on function wallet_messages from public;
grant execute on function wallet_messages to :"app_role";
