-- Stored files. The bytes are in a folder or in S3.

-- Groups of files, with limits on size and type.
create table storage_buckets (
  id text primary key check (char_length(id) between 1 and 100),
  name text not null unique check (char_length(name) between 1 and 100),
  owner_id uuid references users on delete set null,
  -- True if visitors may read its files.
  public boolean not null default false,
  file_size_limit bigint check (file_size_limit > 0),
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index storage_buckets_owner_idx on storage_buckets (owner_id) where owner_id is not null;

-- Large enough for photographs as uploaded; the server shrinks them.
insert into storage_buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('users', 'users', true, 10485760, array['image/webp']),
  ('products', 'products', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']),
  -- The marketplace's own logo and icon.
  ('market', 'market', true, 1048576, array['image/png', 'image/webp']),
  -- Sellers' documents, which only they and admins read, through the API.
  ('documents', 'documents', false, 10485760, array['application/pdf', 'image/jpeg', 'image/png']);

-- Files by name.
create table storage_objects (
  object_id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage_buckets,
  name text collate "C" not null check (octet_length(name) between 1 and 1024),
  owner_id uuid references users on delete set null,
  -- The location of the bytes. New bytes get a new blob, so readers see either the old or the new version.
  blob text not null unique check (octet_length(blob) between 1 and 1200),
  version uuid not null default gen_random_uuid(),
  size bigint not null check (size >= 0),
  mimetype text not null check (char_length(mimetype) between 1 and 255),
  cache_control text not null check (char_length(cache_control) between 1 and 100),
  -- SHA-256 of the bytes.
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  user_metadata jsonb check (jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 16384),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Pictures only: pages declare it, so that browsers choose a sharp width.
  width integer check (width > 0),
  unique (bucket_id, name)
);
create index storage_objects_owner_idx on storage_objects (owner_id) where owner_id is not null;

-- Blobs without a row: recorded before a blob is written, deleted by the transaction that inserts its row, and recorded
-- again by the one that deletes the row. So the blobs left by a killed process are known, too.
create table storage_discards (
  blob text primary key,
  remove_after timestamptz not null
);
create index storage_discards_remove_after_idx on storage_discards (remove_after);
