import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { hashFile } from '../../../db/files.ts'
import { checkMigrations } from '../../../db/migrate.ts'

/** Raised when earlier versions cannot read the backups of this one; `readManifest` must go on to read those of 0.2.0. */
export const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const FILE_LIST = 'files.jsonl'
export const FILES = 'files'
export const SECRETS = 'secrets.json'

/** Qualified by a schema other than the marketplace's. */
const tableName = z.string().regex(/^([a-z_]+\.)?[a-z0-9_]+$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const manifestSchema = z.object({
  format: z.number(),
  made_at: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })).min(1),
  /** In the order of restoring: none references a later one. */
  tables: z.array(
    z.object({
      name: tableName,
      /** Without generated columns. */
      columns: z.array(z.string()),
      rows: z.int().min(0),
      sha256,
    }),
  ),
  /** `last` was the last number drawn; if not `is_taken`, it is the next. */
  sequences: z.array(z.object({ name: tableName, last: z.int(), is_taken: z.boolean() })),
  files: z.object({ count: z.int().min(0), bytes: z.int().min(0), sha256 }),
  /** The public API key: it identifies the secret that seals the stored secrets. */
  api_key: z.string(),
  /** Absent when the configuration holds all secrets. */
  secrets_sha256: sha256.optional(),
})

/** The contents of a backup. It is written last: a folder without it is not a complete backup. */
export type Manifest = z.infer<typeof manifestSchema>

const fileSchema = z.object({ blob: z.string(), size: z.int().min(0), content_hash: sha256 })

export type BackedUpFile = z.infer<typeof fileSchema>

/** Returns the path of a table's rows in a backup. */
export function tablePath(dir: string, table: string): string {
  return join(dir, 'rows', `${table}.copy.gz`)
}

/** Returns the manifest of a backup whose files have the hashes it lists. Throws an Error that says what is damaged. */
export async function checkBackup(dir: string): Promise<Manifest> {
  const manifest = await readManifest(dir)
  await checkMigrations(manifest.migrations)
  for (const { name, sha256 } of manifest.tables) await expectHash(tablePath(dir, name), sha256)
  if (manifest.secrets_sha256) await expectHash(join(dir, SECRETS), manifest.secrets_sha256)
  await expectHash(join(dir, FILE_LIST), manifest.files.sha256)
  for await (const { blob, content_hash } of listFiles(dir)) await expectHash(join(dir, FILES, blob), content_hash)
  return manifest
}

/** Yields the stored files of a backup, by name. */
export async function* listFiles(dir: string): AsyncGenerator<BackedUpFile> {
  const lines = createInterface({ input: createReadStream(join(dir, FILE_LIST)), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) yield fileSchema.parse(JSON.parse(line))
}

async function readManifest(dir: string): Promise<Manifest> {
  const path = join(dir, MANIFEST)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${dir} is not a complete backup: it has no ${MANIFEST}.`)
  })
  const { format } = z.object({ format: z.number() }).catch({ format: 0 }).parse(parseJson(text))
  if (format > FORMAT) throw new Error(`${dir} was written by a newer version of Openstall: restore it with that one.`)
  const parsed = manifestSchema.safeParse(parseJson(text))
  if (!parsed.success || format !== FORMAT) throw new Error(`The backup is damaged: ${path} is not readable.`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function expectHash(path: string, wanted: string): Promise<void> {
  const actual = await hashFile(path).catch(() => {
    throw new Error(`The backup is damaged: ${path} is missing.`)
  })
  if (actual !== wanted) throw new Error(`The backup is damaged: ${path} has changed.`)
}
