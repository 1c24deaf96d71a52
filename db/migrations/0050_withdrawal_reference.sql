-- One reference of a bank proves one withdrawal: what a payment "from outside" rests on is unique among them. Of those
-- that were paid on one reference before, the first keeps it.
alter table withdrawals add column outside_key text;
update withdrawals w set outside_key = upper(regexp_replace(normalize(btrim(w.reference), NFKC), '\s+', ' ', 'g'))
  where w.status = 'paid' and w.wallet_id is null and not exists (
    select from withdrawals o where o.status = 'paid' and o.wallet_id is null and o.id < w.id
      and upper(regexp_replace(normalize(btrim(o.reference), NFKC), '\s+', ' ', 'g')) = upper(regexp_replace(normalize(btrim(w.reference), NFKC), '\s+', ' ', 'g')));
create unique index withdrawals_outside_once on withdrawals (outside_key) where outside_key is not null;
alter table withdrawals add constraint withdrawals_outside check (outside_key is null or (status = 'paid' and wallet_id is null));
