-- The files that created the schema: those of db/schema first, then those of db/migrations.
create table migrations (
  name text primary key,
  -- SHA-256 of the text.
  checksum text not null,
  applied_at timestamptz not null default now()
);
