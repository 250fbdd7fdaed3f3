import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Connection } from '../../../db/connect.ts'
import { openCopyClient } from '../../../db/copy-client.ts'
import { flushFolder, hashFile, systemCode } from '../../../db/files.ts'
import type { Config } from '../../platform/config/config.ts'
import { needsFile, openSecrets } from '../../platform/keys/secrets.ts'
import { readSecretsText } from '../../platform/keys/secrets-file.ts'
import type { Blobs } from '../../programs/storage/blobs.ts'
import { requireStore } from '../../programs/storage/open-blobs.ts'
import { type BackedUpFile, FILE_LIST, FILES, FORMAT, MANIFEST, type Manifest, SECRETS, tablePath } from './manifest.ts'
import * as queries from './queries.ts'

/** Stored files may be removed while they are copied; then the snapshot of the rows is discarded. */
const MAX_SNAPSHOTS = 10

interface Source {
  connection: Connection
  blobs: Blobs
  config: Config
  log: (message: string) => void
  /** Aborts the backup: nothing remains, and AbortError or the database's error is thrown. */
  signal?: AbortSignal
}

/** Thrown within this file: a file of the snapshot was removed before it was copied. */
class FileRemoved extends Error {}

/**
 * Returns the manifest of the backup that it writes to the new folder `dir`: rows, files and secrets as of one moment, while
 * servers run. The folder gets its name when everything is flushed to disk. Throws an Error when `dir` is not empty or
 * another backup writes to it, or when a stored file is missing or damaged.
 */
export async function backUp(source: Source, dir: string): Promise<Manifest> {
  const wanted = resolve(dir)
  const client = await openCopyClient(source.connection)
  source.signal?.addEventListener('abort', () => void client.end())
  try {
    if (!(await queries.claimFolder(client, wanted))) throw new Error(`Another backup is being written to ${wanted}.`)
    if (await isFilled(wanted)) throw new Error(`${wanted} is not empty: name a new folder.`)
    await requireStore(source.blobs, 'toRead')
    return await fillFolder(client, source, wanted)
  } finally {
    await client.end().catch(() => {})
  }
}

async function fillFolder(client: pg.Client, source: Source, wanted: string): Promise<Manifest> {
  const { blobs, config, log, signal } = source
  const draft = `${wanted}.partial`
  try {
    await rm(draft, { recursive: true, force: true })
    await mkdir(join(draft, 'rows'), { recursive: true, mode: 0o700 })
    // Copies most files before the snapshot, so that it is held for a short time.
    await copyFiles({ blobs, dir: draft, signal, files: await queries.listStoredFiles(client) }, () => {})
    const contents = await copySnapshot(client, { blobs, dir: draft, log, signal })
    const manifest = {
      format: FORMAT,
      made_at: new Date().toISOString(),
      ...contents,
      ...(await copySecrets(config, draft)),
    }
    await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    await flushFolders(draft)
    signal?.throwIfAborted()
    await rename(draft, wanted)
    await flushFolder(dirname(wanted))
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

type Contents = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'files'>

async function copySnapshot(
  client: pg.Client,
  { log, ...to }: Pick<Source, 'blobs' | 'log' | 'signal'> & { dir: string },
): Promise<Contents> {
  for (let attempt = 1; ; attempt++) {
    await queries.beginSnapshot(client)
    try {
      const stored = await queries.listStoredFiles(client)
      await copyFiles({ ...to, files: stored }, ({ blob }) => {
        throw new FileRemoved(`the stored file ${blob} is missing`)
      })
      const migrations = await queries.listMigrations(client)
      const tables = await copyTables(client, to.dir, log)
      const sequences = await queries.listSequences(client)
      return { migrations, tables, sequences, files: await listFiles(to.dir, stored) }
    } catch (error) {
      if (!(error instanceof FileRemoved)) throw error
      if (attempt === MAX_SNAPSHOTS) throw new Error(`${error.message}: see npm run db:check.`, { cause: error })
      log('a file was removed meanwhile: trying again')
    } finally {
      await queries.endSnapshot(client).catch(() => {})
    }
  }
}

async function copyTables(client: pg.Client, dir: string, log: Source['log']): Promise<Manifest['tables']> {
  const copied: Manifest['tables'] = []
  for (const table of await queries.listTables(client)) {
    const path = tablePath(dir, table.name)
    const rows = await queries.copyOut(client, table, path)
    log(`${table.name}: ${rows} rows`)
    copied.push({ ...table, rows, sha256: await hashFile(path) })
  }
  return copied
}

async function copyFiles(
  { blobs, dir, files, signal }: Pick<Source, 'blobs' | 'signal'> & { dir: string; files: readonly BackedUpFile[] },
  onMissing: (file: BackedUpFile) => void,
): Promise<void> {
  for (const file of files) {
    signal?.throwIfAborted()
    const path = join(dir, FILES, file.blob)
    if ((await stat(path).catch(() => undefined))?.size === file.size) continue
    const bytes = await blobs.read(file.blob)
    if (bytes) await copyFile(bytes, path, file)
    else onMissing(file)
  }
}

async function copyFile(bytes: Readable, path: string, { blob, content_hash }: BackedUpFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  bytes.on('data', (chunk) => hash.update(chunk))
  await pipeline(bytes, createWriteStream(path, { mode: 0o600, flush: true }))
  if (hash.digest('hex') !== content_hash) throw new Error(`The stored file ${blob} is damaged: replace or remove it.`)
}

async function listFiles(dir: string, stored: readonly BackedUpFile[]): Promise<Manifest['files']> {
  const path = join(dir, FILE_LIST)
  const text = stored.map((file) => `${JSON.stringify(file)}\n`).join('')
  await writeFile(path, text, { mode: 0o600, flush: true })
  const named = new Set(stored.map(({ blob }) => blob))
  const root = join(dir, FILES)
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && !named.has(file.slice(root.length + 1).replaceAll('\\', '/'))) await rm(file)
  }
  const bytes = stored.reduce((sum, { size }) => sum + size, 0)
  return { count: stored.length, bytes, sha256: await hashFile(path) }
}

/** Copies the secrets: without them all sessions would end, and second factors could not be decrypted. */
async function copySecrets(config: Config, dir: string): Promise<Pick<Manifest, 'api_key' | 'secrets_sha256'>> {
  const { apiKey: api_key } = await openSecrets(config)
  if (!needsFile(config)) return { api_key }
  const path = join(dir, SECRETS)
  await writeFile(path, await readSecretsText(config.dataDir), { mode: 0o600, flush: true })
  return { api_key, secrets_sha256: await hashFile(path) }
}

async function isFilled(dir: string): Promise<boolean> {
  try {
    return (await readdir(dir)).length > 0
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false
    throw error
  }
}

async function flushFolders(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await flushFolder(join(entry.parentPath, entry.name))
  }
  await flushFolder(dir)
}
