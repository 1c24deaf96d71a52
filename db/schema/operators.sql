-- needs: wallets
-- Wallets worked through their operator's own interface.

-- A row is an operator's access token for a wallet, sealed. Operators bound how often one may ask, so every process shares it and the count.
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
grant select, insert, update on operator_tokens to :"app_role";

-- A row is a payment at its operator: asked for after the order's commit, finished by our own question, never by a callback alone.
create table operator_sessions (
  payment_id bigint primary key,
  wallet_id bigint not null references wallets (id),
  operator text not null,
  -- Part of our reference at the operator: an attempt to open a session whose answer was lost is not repeated under it.
  no int not null default 1 check (no > 0),
  state text not null default 'wanted' check (state in ('wanted', 'open', 'executing', 'completed', 'refused', 'closed')),
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
grant select, insert, update on operator_sessions to :"app_role";

-- A row is a payout that takes several calls: which batch holds it and which step was reached, so that it is resumed, never begun again.
-- The reference is the attempt's own.
create table operator_payouts (
  reference text primary key,
  wallet_id bigint not null references wallets (id),
  operator_ref text,
  step text not null default 'begun' check (step in ('begun', 'batch', 'item', 'sent')),
  -- One process at a time hands it over.
  lease_until timestamptz,
  at timestamptz not null default now()
);
grant select, insert, update on operator_payouts to :"app_role";
