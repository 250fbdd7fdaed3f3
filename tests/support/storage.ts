import { readdir, readlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { StorageClient } from '@supabase/storage-js'
import { SignJWT } from 'jose'
import sharp from 'sharp'
import { bearer, type TestAccount } from './accounts.ts'
import { injectUntilServed } from './api.ts'
import type { TestApp } from './test-app.ts'

/** Returns a real storage client for a listening server: as an account, an operator's program, or a visitor. */
export function storageClient(market: TestApp, origin: string, bearer: string): StorageClient {
  return new StorageClient(`${origin}/storage/v1`, {
    apikey: market.deps.secrets.apiKey,
    Authorization: `Bearer ${bearer}`,
  })
}

/** Returns the data of a client's response; an error fails the test. */
export function good<T>({ data, error }: { data: T | null; error: unknown }): T {
  if (error) throw error
  return data as T
}

/** Returns the fields of a client's error. */
export function refused(error: unknown) {
  const { statusCode, status, message } = error as { statusCode: string; status: number; message: string }
  return { statusCode, status, message }
}

/** Returns the key that an operator derives from the API key secret. */
export function serviceKey(market: { deps: Pick<TestApp['deps'], 'secrets'> }): Promise<string> {
  return new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(market.deps.secrets.apiKeySecret))
}

/** The headers of an operator's program. */
export const serviceHeaders = async (market: Parameters<typeof serviceKey>[0]) => bearer(await serviceKey(market))

/** A picture of one color. */
export function picture(
  format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png',
  { width = 64, height = 48, background = '#c84' } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

/** Returns every file below the folder of files, including unfinished uploads. */
export async function filesOf({ config }: Pick<TestApp, 'config'>): Promise<string[]> {
  const root = join(config.dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => relative(root, join(parentPath, name)))
}

/** Returns the files that this process has open, where the system reports them. */
export async function openFilesBelow(folder: string): Promise<string[]> {
  const names = await readdir('/proc/self/fd').catch(() => [])
  const files = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return files.filter((file) => file.startsWith(folder))
}

/** Returns the file in which an object is stored. */
export async function blobOf({ db }: Pick<TestApp, 'db'>, name: string): Promise<string> {
  const object = db.selectFrom('storage_objects').select('blob').where('name', '=', name)
  return (await object.executeTakeFirstOrThrow()).blob
}

/** Uploads an avatar as its user, `{user id}-{name}.webp`. */
export async function storeAvatar(
  { app }: Pick<TestApp, 'app'>,
  { user_id, headers }: Pick<TestAccount, 'user_id'> & { headers: Record<string, string> },
  name = '1',
) {
  const url = `/storage/v1/object/users/${user_id}-${name}.webp`
  const payload = await picture('webp')
  return injectUntilServed(app, { method: 'POST', url, headers: { ...headers, 'content-type': 'image/webp' }, payload })
}
