-- Networks that an account has signed in from (throttling of sign-in) and its ended sessions.
create index sessions_user_all on sessions (user_id, id);
