-- Who waits for a change of address is found by the address that was asked for, too.
create index users_new_email_idx on users (new_email) where new_email is not null;
create index users_new_phone_idx on users (new_phone) where new_phone is not null;

-- Server processes remember of a session whether it is a guest's, too.
create or replace trigger users_change after update of role, banned_until, is_anonymous on users
  for each row when (
    old.role <> new.role
    or old.banned_until is distinct from new.banned_until
    or old.is_anonymous <> new.is_anonymous
  )
  execute function notify_user_change();
