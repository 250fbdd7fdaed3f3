import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { systemCode } from '../../../db/files.ts'
import { createByteCache } from '../../platform/fast-path/byte-cache.ts'
import type { FastPath, ReadySource } from '../../platform/fast-path/fast-path.ts'
import { type Prepared, prepare } from '../../platform/fast-path/prepared.ts'

/** Several times what a build has. */
const MAX_BYTES = 24 * 1024 * 1024
const NAME_PATTERN = /^[\w.-]+$/
/** Weights and wildcards are left to the library that serves the files. */
const PLAIN_LIST = /^[a-z, ]*$/
/** What clients send as `Accept-Encoding`; they differ little. */
const MAX_ENCODINGS = 200
/** As that library names them; other kinds of files are served by it alone. */
const TYPES: Record<string, string> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const EXTENSIONS = { br: '.br', gzip: '.gz' }

interface Asset {
  br: Prepared | undefined
  gzip: Prepared | undefined
  identity: Prepared
}

/** Returns a function that is called with each request for a file that was served, and keeps that file in memory. */
export function createAssetMemory(
  folder: string,
  fastPath: FastPath,
): (request: FastifyRequest, name: string) => Promise<void> {
  const assets = createByteCache<Asset>({ name: 'assets', maxBytes: MAX_BYTES })
  const loading = new Set<string>()
  const acceptedOf = createAcceptedEncodings()

  const source: ReadySource = {
    peek(name, acceptEncoding = '') {
      const accepted = acceptedOf(acceptEncoding)
      const asset = accepted && assets.get(name)
      if (!asset) return undefined
      return (accepted.br ? asset.br : undefined) ?? (accepted.gzip ? asset.gzip : undefined) ?? asset.identity
    },
  }

  async function load(name: string, type: string): Promise<void> {
    const read = (encoding?: keyof typeof EXTENSIONS) => readAsset(join(folder, name), type, fastPath, encoding)
    const [identity, br, gzip] = await Promise.all([read(), read('br'), read('gzip')])
    if (!identity) return
    const bytes = [identity, br, gzip].reduce((sum, one) => sum + (one?.body.length ?? 0), 0)
    assets.set(name, { br, gzip, identity }, bytes)
  }

  return async (request, name) => {
    const type = TYPES[extname(name)]
    if (!type || !NAME_PATTERN.test(name) || loading.has(name)) return
    fastPath.remember(request, source, name)
    loading.add(name)
    await load(name, type).finally(() => loading.delete(name))
  }
}

function createAcceptedEncodings(): (text: string) => { br: boolean; gzip: boolean } | undefined {
  const known = new Map<string, { br: boolean; gzip: boolean }>()
  return (text) => {
    const before = known.get(text)
    if (before || !PLAIN_LIST.test(text)) return before
    const names = text.split(',').map((name) => name.trim())
    const accepted = { br: names.includes('br'), gzip: names.includes('gzip') }
    if (known.size < MAX_ENCODINGS) known.set(text, accepted)
    return accepted
  }
}

async function readAsset(
  file: string,
  type: string,
  { variesByOrigin }: FastPath,
  encoding?: keyof typeof EXTENSIONS,
): Promise<Prepared | undefined> {
  const path = encoding ? file + EXTENSIONS[encoding] : file
  const [body, stats] = await Promise.all([readFile(path), stat(path)]).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [undefined, undefined]
    throw error
  })
  if (!body || !stats) return undefined
  const encoded = encoding && { 'content-type': type, 'content-encoding': encoding }
  return prepare({
    headers: {
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'last-modified': stats.mtime.toUTCString(),
      'content-type': type,
      vary: 'accept-encoding',
      ...encoded,
    },
    ...(encoded && { unchanged: encoded }),
    etag: `W/"${stats.size.toString(16)}-${stats.mtime.getTime().toString(16)}"`,
    body,
    variesByOrigin,
  })
}
