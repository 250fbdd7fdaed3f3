import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { hashOf } from '../http/etag.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const BROTLI_QUALITY = 5

export type Encoding = 'br' | 'gzip' | 'identity'

/** A rendered document; each encoding is created once, at its first use. */
export interface StoredPage {
  status: number
  /** Size of the document in bytes, before compression. */
  size: number
  bytes(encoding: Encoding): Promise<Buffer>
  /** A strong validator for the bytes of that encoding. */
  etag(encoding: Encoding): string
}

/** Stores a page as bytes. */
export function storePage(status: number, html: string): StoredPage {
  const identity = Buffer.from(html)
  const hash = hashOf(identity)
  const encoded = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(identity)]])
  return {
    status,
    size: identity.length,
    etag: (encoding) => (encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`),
    bytes(encoding) {
      let bytes = encoded.get(encoding)
      if (!bytes) {
        bytes = encode(identity, encoding)
        encoded.set(encoding, bytes)
      }
      return bytes
    },
  }
}

function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return toGzip(bytes)
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return toBrotli(bytes, { params })
}

/** Returns the best encoding that `Accept-Encoding` allows: brotli, then gzip, then none. */
export function pickEncoding(accepted: string | undefined): Encoding {
  const weights = new Map<string, number>()
  for (const part of (accepted ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const takes = (encoding: Encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}
