import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Connection } from '../../../db/connect.ts'
import { openCopyClient } from '../../../db/copy-client.ts'
import { migrate } from '../../../db/migrate.ts'
import type { Config } from '../../platform/config/config.ts'
import { needsFile, openSecrets } from '../../platform/keys/secrets.ts'
import { hasOtherSecrets, secretsPath, writeSecretsText } from '../../platform/keys/secrets-file.ts'
import { type Blobs, isBlobName } from '../../programs/storage/blobs.ts'
import { openBlobs, requireStore } from '../../programs/storage/open-blobs.ts'
import { checkBackup, FILES, listFiles, type Manifest, SECRETS, tablePath } from './manifest.ts'
import * as queries from './queries.ts'

interface Target {
  connection: Connection
  config: Config
  log: (message: string) => void
  /** Aborts the restore: no rows remain, and AbortError or the database's error is thrown. */
  signal?: AbortSignal
}

/**
 * Returns the manifest of the backup that it restores into an empty database and file store. The backup is checked before
 * anything is written; files and secrets are written first, then all rows in one transaction, so that a failed restore can
 * be repeated. Throws an Error with the reason when the backup is damaged or of a newer version, or the target is not empty.
 */
export async function restore({ connection, config, log, signal }: Target, dir: string): Promise<Manifest> {
  const from = resolve(dir)
  const manifest = await checkBackup(from)
  log(`${from} is complete, of ${manifest.made_at}`)
  const { blobs, incoming } = openBlobs(config)
  const client = await openCopyClient(connection)
  signal?.addEventListener('abort', () => void client.end())
  try {
    if (await queries.hasSchema(client)) await queries.requireEmpty(client)
    await requireNoOtherSecrets(from, manifest, config)
    await requireStore(blobs)
    await requireNoOtherFiles(from, blobs)
    await migrate(connection, log, { upTo: manifest.migrations.at(-1)?.name })
    const present = await queries.listMigrations(client)
    if (present.length > manifest.migrations.length)
      throw new Error('The database has the schema of a newer version than the backup: restore into a new database.')
    await restoreFiles(from, { blobs, incoming })
    log(`${manifest.files.count} files`)
    await restoreSecrets(from, manifest, config)
    await queries.fillEmpty(client, manifest.tables, async () => {
      for (const table of manifest.tables) {
        const rows = await queries.copyIn(client, table, tablePath(from, table.name)).catch((error) => {
          throw new Error(`${table.name} could not be filled: ${error.message}`, { cause: error })
        })
        if (rows !== table.rows) throw new Error(`${table.name} has ${rows} rows instead of ${table.rows}`)
        log(`${table.name}: ${rows} rows`)
      }
      await queries.continueSequences(client, manifest.sequences)
      signal?.throwIfAborted()
    })
    await queries.analyze(client)
  } finally {
    blobs.close()
    await client.end().catch(() => {})
  }
  await migrate(connection, log)
  return manifest
}

/** Throws an Error when the store has files of another marketplace. */
async function requireNoOtherFiles(from: string, blobs: Blobs): Promise<void> {
  const own = new Set<string>()
  for await (const { blob } of listFiles(from)) own.add(blob)
  for await (const { blob } of blobs.list())
    if (isBlobName(blob) && !own.has(blob))
      throw new Error(`The file store has ${blob}, which is not in the backup: restore into an empty store.`)
}

async function restoreFiles(from: string, { blobs, incoming }: ReturnType<typeof openBlobs>): Promise<void> {
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  for await (const { blob, size } of listFiles(from)) {
    const present = await blobs.size(blob)
    if (present === size) continue
    if (present !== undefined) throw new Error(`The file store has another ${blob}: restore into an empty store.`)
    const copy = join(incoming, randomUUID())
    try {
      await copyFile(join(from, FILES, blob), copy)
      await blobs.put(blob, copy)
    } finally {
      await rm(copy, { force: true })
    }
  }
}

function needsSecrets(manifest: Manifest, config: Config): boolean {
  return manifest.secrets_sha256 !== undefined && needsFile(config)
}

/** Throws an Error when other secrets exist: they may be the only copy, so they are never replaced. */
async function requireNoOtherSecrets(from: string, manifest: Manifest, config: Config): Promise<void> {
  if (!needsSecrets(manifest, config)) return
  if (!(await hasOtherSecrets(config.dataDir, await readFile(join(from, SECRETS), 'utf8')))) return
  const path = secretsPath(config.dataDir)
  throw new Error(`${path} has other keys than the backup: move it away, or set DATA_DIR to another folder.`)
}

async function restoreSecrets(from: string, manifest: Manifest, config: Config): Promise<void> {
  const { dataDir, apiKeySecret } = config
  if (needsSecrets(manifest, config)) await writeSecretsText(dataDir, await readFile(join(from, SECRETS), 'utf8'))
  const { apiKey } = await openSecrets(config)
  if (apiKey === manifest.api_key) return
  const setting = apiKeySecret ? 'API_KEY_SECRET' : secretsPath(dataDir)
  throw new Error(`${setting} differs from the backup's: with it, second factors could not be decrypted.`)
}
