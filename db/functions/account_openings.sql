-- Where each account's entries begin behind what is archived: number and balance of the last one before, as the seal of its last day has
-- them. No row: nothing of the account is archived.
create or replace view account_openings as
  select a.id as account_id, s.seq, s.balance
  from (select max(last_day) as day from archived_months) c
  cross join accounts a
  cross join lateral (
    select d.first_seq + d.entries - 1 as seq, d.after_balance as balance
    from day_seal_accounts d where d.account_id = a.id and d.day <= c.day order by d.day desc limit 1) s;
grant select on account_openings to :"app_role";
