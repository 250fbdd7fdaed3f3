-- The applied files: db/schema as one entry, then those of db/migrations.
create table migrations (
  name text primary key,
  -- SHA-256 of the text.
  checksum text not null,
  applied_at timestamptz not null default now()
);
