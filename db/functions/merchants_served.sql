-- A row is a merchant that somebody serves: enabled and not deleted. To another one nobody sends again what was given up, so that is no exception,
-- and no figure counts it.
create or replace view merchants_served with (security_invoker = true) as select id from merchants where enabled and deleted_at is null;

grant select on merchants_served to :"app_role";
