-- An authenticator that somebody else asked for or cleared: its person sets it up at the next sign-in, before anything else. Nobody but
-- the person sees the key, so none is made before he asks for it.
alter table users add column totp_due boolean not null default false;

-- A key that waits for its first code may have been shown to whoever made it: it is dropped, and its person makes another.
update users set totp_seed = null, totp_step = 0, totp_due = true, totp_pending = false where totp_pending;
