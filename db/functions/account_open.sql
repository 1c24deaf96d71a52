-- Makes an account, or finds the one that is there. Accounts are made with their wallet, merchant or operator, through this function only.
-- An account that exists is found without waiting: `insert … on conflict do nothing` would wait for whoever is changing its row,
-- and transactions look accounts up beside themselves, on one of a few connections.
-- The side on which a kind grows is NORMAL_SIDE of src/domain/ledger/postings.ts; test/books/one-rule.test.ts compares the two.
-- Locks: nothing when it exists, else the new row. Answers its id.
create or replace function account_open(p_kind text, p_owner bigint, p_operator text) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id bigint;
begin
  select id into v_id from accounts where kind = p_kind and owner_id = p_owner and operator = p_operator;
  if v_id is not null then return v_id; end if;
  insert into accounts (kind, owner_id, operator, normal, may_go_negative)
    values (p_kind, p_owner, p_operator,
            case when p_kind in ('wallet', 'unreported', 'operator_costs', 'unexplained', 'b2b', 'settlement', 'adjustments', 'transit') then 1 else -1 end,
            p_kind not in ('merchant', 'hold', 'suspense'))
    on conflict (kind, owner_id, operator) do nothing returning id into v_id;
  if v_id is null then
    select id into v_id from accounts where kind = p_kind and owner_id = p_owner and operator = p_operator;
  end if;
  return v_id;
end $$;

revoke all on function account_open from public;
grant execute on function account_open to :"app_role";
