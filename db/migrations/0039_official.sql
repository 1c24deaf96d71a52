-- Wallets worked through their operator's own interface: what is shown of their credentials, tokens, payment sessions,
-- and how far a payout of several steps has come.

-- Masked credentials and addresses, as screens show them; the credentials themselves stay sealed in wallets.credentials.
alter table wallets add column credentials_shown jsonb;
alter table wallets add constraint wallets_credentials_shown check ((credentials is null) = (credentials_shown is null));

-- An operator's access token, sealed. Operators bound how often one may ask, so every process shares it and the count.
create table operator_tokens (
  wallet_id bigint not null references wallets (id),
  product text not null check (product in ('collect', 'payout')),
  token bytea,
  -- Which credentials it was issued for.
  fingerprint bytea,
  expires_at timestamptz,
  -- When tokens were asked for within the last hour.
  grants timestamptz[] not null default '{}',
  -- One process asks at a time.
  lease_until timestamptz,
  primary key (wallet_id, product)
);

-- A payment at its operator: asked for after the order's commit, finished by our own question, never by a callback alone.
create table operator_sessions (
  payment_id bigint primary key,
  wallet_id bigint not null references wallets (id),
  operator text not null,
  -- Part of our reference at the operator: an attempt to open a session whose answer was lost is not repeated under it.
  no int not null default 1 check (no > 0),
  state text not null default 'wanted' check (state in ('wanted', 'open', 'executing', 'settled', 'refused', 'closed')),
  operator_ref text,
  url text,
  -- The payer came back from the operator's page and said that he had finished: a hint.
  hinted_at timestamptz,
  asked_at timestamptz,
  next_at timestamptz not null default now(),
  lease_until timestamptz,
  failures int not null default 0,
  last_error text,
  check (state in ('wanted', 'refused') or operator_ref is not null),
  check ((operator_ref is null) = (url is null))
) with (fillfactor = 70);
create unique index operator_sessions_ref on operator_sessions (operator, operator_ref) where operator_ref is not null;
create index operator_sessions_due on operator_sessions (next_at) where state in ('wanted', 'open', 'executing');
create index operator_sessions_wallet on operator_sessions (wallet_id) where state in ('wanted', 'open', 'executing');

-- A payout that takes several calls: which batch holds it and which step was reached, so that it is resumed, never begun
-- again. The reference is the attempt's own.
create table operator_payouts (
  reference text primary key,
  wallet_id bigint not null references wallets (id),
  operator_ref text,
  step text not null default 'begun' check (step in ('begun', 'batch', 'item', 'sent')),
  -- One process at a time hands it over.
  lease_until timestamptz,
  at timestamptz not null default now()
);

-- A message may be the operator's own answer to a question of ours.
alter table sms drop constraint sms_origin_check;
alter table sms add constraint sms_origin_check check (origin in ('device', 'manual', 'operator'));

-- Before an official order expires, its operator is asked once more; a few minutes are waited for the answer.
create or replace function payments_expire(p_limit int) returns setof payments
  language plpgsql set jit = off set search_path = public, pg_temp as $$
declare
  v_ids bigint[];
begin
  select array_agg(id) into v_ids from (
    select id from payments p where status = 'pending' and expires_at <= now()
      and (expires_at <= now() - interval '10 minutes' or not exists (
        select 1 from operator_sessions s where s.payment_id = p.id and s.state in ('open', 'executing') and (s.asked_at is null or s.asked_at < p.expires_at)))
    order by expires_at limit p_limit for no key update skip locked) due;
  if v_ids is null then return; end if;
  update open_payments set expired_at = now() where payment_id = any (v_ids);
  return query update payments set status = 'expired', version = version + 1 where id = any (v_ids) returning *;
end $$;

do $$
declare
  v_app text := current_setting('floatdesk.app_role');
begin
  execute format('grant select, insert, update on operator_tokens, operator_sessions, operator_payouts to %I', v_app);
end $$;
