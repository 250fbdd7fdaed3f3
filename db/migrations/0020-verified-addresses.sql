-- An address counts as confirmed without proof where AUTH_EMAIL_CONFIRM or AUTH_PHONE_CONFIRM is off: anyone could have
-- signed up with it. These columns say when its owner proved to have it: by a code, by a provider, or by the operator's word.

alter table users
  add column email_verified_at timestamptz,
  add column phone_verified_at timestamptz;

-- Of earlier accounts those are proved that were confirmed after a code was sent, or whose provider vouches for the address.
update users set email_verified_at = email_confirmed_at
  where email_confirmed_at >= least(confirmation_sent_at, recovery_sent_at, email_change_sent_at)
    or (email_confirmed_at is not null and exists (
      select from identities
      where user_id = users.id and provider not in ('email', 'phone')
        and identity_data ->> 'email' = users.email and identity_data ->> 'email_verified' = 'true'
    ));
update users set phone_verified_at = phone_confirmed_at
  where phone_confirmed_at >= least(confirmation_sent_at, phone_change_sent_at);

update identities set identity_data = identity_data || '{"email_verified": false}'
  from users where users.id = user_id and provider = 'email' and email_verified_at is null
    and identity_data ->> 'email_verified' = 'true';
update identities set identity_data = identity_data || '{"phone_verified": false}'
  from users where users.id = user_id and provider = 'phone' and phone_verified_at is null
    and identity_data ->> 'phone_verified' = 'true';
