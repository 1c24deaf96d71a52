-- A row is an address under which one order or withdrawal is read in part without signing in. Of its token only the hash is kept. It ends
-- at `expires_at`, when somebody revokes it, or when whoever made it may not share any more. `merchant_id`: the house of who made it.
create table shared_links (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  object_type text not null check (object_type in ('payment', 'disburse', 'withdrawal')),
  object_id bigint not null,
  user_id bigint not null references users (id),
  merchant_id bigint references merchants (id),
  language text not null check (language in ('zh', 'en')),
  with_amount boolean not null,
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  revoked_at timestamptz,
  opened int not null default 0,
  last_opened_at timestamptz
);
create index shared_links_object on shared_links (object_id, object_type);
create index shared_links_expiry on shared_links (expires_at);
grant select, insert, delete, update (revoked_at, opened, last_opened_at) on shared_links to :"app_role";
