-- How long a message without TrxID and time is known again by its text (REPEAT_WINDOW_MS of the messages' identity). Pure; locks nothing.
create or replace function repeat_window() returns interval
  language sql immutable parallel safe
  return interval '10 minutes';

revoke all on function repeat_window from public;
grant execute on function repeat_window to :"app_role";
