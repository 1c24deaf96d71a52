-- Notes that a wallet's books and its operator drifted apart by p_amount (real less books). What stands open the other way round is
-- used up first, the same amount before the oldest; the rest is a row of its own and stops the wallet's payouts, unless the operator
-- merely had more from the beginning. When nothing is left open, payouts that this stopped go on.
-- Locks: the wallet's open differences, then its continuity row, which the caller has locked before. Answers nothing.
create or replace function difference_noted(p_wallet bigint, p_kind text, p_amount bigint, p_ref_type text, p_ref bigint) returns void
  language plpgsql
  set search_path = public, pg_temp as $$
declare
  v_left bigint := p_amount;
  v_row record;
  v_part bigint;
  v_sum bigint;
begin
  if p_amount = 0 then return; end if;
  for v_row in select id, amount from wallet_differences where wallet_id = p_wallet and closed_at is null and sign(amount) = -sign(p_amount)
      order by (amount = -p_amount) desc, id for update loop
    exit when v_left = 0;
    v_part := case when abs(v_row.amount) <= abs(v_left) then v_row.amount else -v_left end;
    update wallet_differences set amount = amount - v_part, closed_at = case when amount = v_part then now() end where id = v_row.id;
    v_left := v_left + v_part;
  end loop;
  if v_left <> 0 then
    insert into wallet_differences (wallet_id, kind, noted, amount, ref_type, ref_id) values (p_wallet, p_kind, v_left, v_left, p_ref_type, p_ref);
  end if;
  update wallet_continuity set difference = difference + p_amount,
      difference_since = case when difference + p_amount = 0 then null else coalesce(difference_since, now()) end where wallet_id = p_wallet returning difference into v_sum;
  if v_sum = 0 then
    update wallet_differences set amount = 0, closed_at = now() where wallet_id = p_wallet and closed_at is null;
    update wallet_continuity set payouts_frozen = false, payouts_frozen_reason = null where wallet_id = p_wallet and payouts_frozen and payouts_frozen_reason = 'books_differ';
  elsif v_left <> 0 and not (p_kind = 'opening' and v_left > 0) then
    update wallet_continuity set payouts_frozen = true, payouts_frozen_reason = coalesce(payouts_frozen_reason, 'books_differ') where wallet_id = p_wallet;
  end if;
end $$;

revoke all on function difference_noted from public;
grant execute on function difference_noted to :"app_role";
