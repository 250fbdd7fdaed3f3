import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
} from 'node:zlib'
import { hashOf } from '../http/etag.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
/** Twice as fast as 5, for 8 % more bytes. */
const BROTLI_QUALITY = 4
/** Twice as fast as the default, for 12 % more bytes; those who take brotli get it of all that is sent again. */
const GZIP_LEVEL = 1
/** Up to this size another thread takes longer to be told than to compress: 0.3 ms for a home page. */
const MAX_COMPRESSED_HERE = 128 * 1024
/** Smaller bodies gain nothing. */
export const COMPRESSED_FROM_BYTES = 1024
/** Smaller bodies cost more to compress than to send, when nobody else gets the compressed bytes. */
const COMPRESSED_ONCE_FROM_BYTES = 8 * 1024

export type Encoding = 'br' | 'gzip' | 'identity'

/** A response whose bytes can be sent as they are; each encoding is created once, at its first use. */
export interface ReadyResponse {
  readonly status: number
  /** The response's own header fields, in lower case; without `etag`, `content-encoding` and `content-length`. */
  readonly headers: Readonly<Record<string, string>>
  /** Length of the body in bytes, before compression. */
  readonly length: number
  /** The bytes that it occupies: all encodings that are kept. */
  readonly size: number
  /**
   * Returns the encoding in which it is sent to a client that accepts these. One that is sent `once`, as far as is known, is
   * not worth much compression.
   */
  pick(acceptEncoding: string | undefined, options?: { once: boolean }): Encoding
  /** The value of `etag` for an encoding. */
  etag(encoding: Encoding): string
  /** Returns the bytes of an encoding if they have been created. */
  ready(encoding: Encoding): Buffer | undefined
  /** Returns the bytes of an encoding, created when needed. */
  bytes(encoding: Encoding): Promise<Buffer>
  /** Returns true at the first call: the response is about to be sent for the first time, perhaps the only one. */
  isFirstSent(): boolean
  /** Calls `listener` whenever the size changes. */
  onResize(listener: () => void): void
}

interface Source {
  status: number
  headers: Record<string, string>
  body: string
  /** Whether all encodings have one weak validator, in place of a strong one each. */
  isWeak?: boolean
}

/** Returns a response with a validator of its bytes. */
export function readyResponse(source: Source): ReadyResponse {
  return new Ready(source)
}

/** There are very many of them: a field costs less than a closure, and maps are created when there is something in them. */
class Ready implements ReadyResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly length: number
  size: number
  /** Dropped when there are compressed bytes: few clients want it as it is, and several times as many responses fit. */
  #identity: Buffer | undefined
  readonly #hash: string
  readonly #isWeak: boolean
  #created: Map<Encoding, Buffer> | undefined
  #creating: Map<Encoding, Promise<Buffer>> | undefined
  #resized: (() => void) | undefined
  #isSent = false
  #isWantedAsIs = false

  constructor({ status, headers, body, isWeak = false }: Source) {
    this.status = status
    this.headers = headers
    const identity = Buffer.from(body)
    this.#identity = identity
    this.#hash = hashOf(identity)
    this.#isWeak = isWeak
    this.length = identity.length
    this.size = identity.length
  }

  isFirstSent(): boolean {
    const isFirst = !this.#isSent
    this.#isSent = true
    return isFirst
  }

  pick(acceptEncoding: string | undefined, { once } = { once: false }): Encoding {
    if (this.length < (once ? COMPRESSED_ONCE_FROM_BYTES : COMPRESSED_FROM_BYTES)) return 'identity'
    return pickEncoding(acceptEncoding, once ? ['gzip'] : ['br', 'gzip'])
  }

  etag(encoding: Encoding): string {
    if (this.#isWeak) return `W/"${this.#hash}"`
    return encoding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`
  }

  ready(encoding: Encoding): Buffer | undefined {
    if (encoding !== 'identity') return this.#created?.get(encoding)
    this.#isWantedAsIs = true
    return this.#identity
  }

  async bytes(encoding: Encoding): Promise<Buffer> {
    return this.ready(encoding) ?? (encoding === 'identity' ? this.#restore() : this.#create(encoding))
  }

  onResize(listener: () => void): void {
    this.#resized = listener
  }

  #create(encoding: Encoding): Promise<Buffer> {
    this.#creating ??= new Map()
    let bytes = this.#creating.get(encoding)
    if (!bytes) {
      bytes = encode(this.#decoded(), encoding).then((encoded) => this.#keep(encoding, encoded))
      this.#creating.set(encoding, bytes)
    }
    return bytes
  }

  #keep(encoding: Encoding, bytes: Buffer): Buffer {
    this.#created ??= new Map()
    if (!this.#isWantedAsIs) this.#identity = undefined
    this.#created.set(encoding, bytes)
    this.#creating?.delete(encoding)
    this.#resize()
    return bytes
  }

  #restore(): Buffer {
    this.#identity = this.#decoded()
    this.#resize()
    return this.#identity
  }

  #resize(): void {
    this.size = this.#identity?.length ?? 0
    for (const bytes of this.#created?.values() ?? []) this.size += bytes.length
    this.#resized?.()
  }

  /** Returns the bytes without compression. */
  #decoded(): Buffer {
    if (this.#identity) return this.#identity
    const brotli = this.#created?.get('br')
    return brotli ? brotliDecompressSync(brotli) : gunzipSync(this.#created?.get('gzip') ?? '')
  }
}

async function encode(identity: Buffer, encoding: Encoding): Promise<Buffer> {
  const isShort = identity.length <= MAX_COMPRESSED_HERE
  if (encoding === 'gzip')
    return isShort ? gzipSync(identity, { level: GZIP_LEVEL }) : toGzip(identity, { level: GZIP_LEVEL })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  return isShort ? brotliCompressSync(identity, { params }) : toBrotli(identity, { params })
}

/** Returns the first of these encodings that `Accept-Encoding` allows, else none. */
export function pickEncoding(accepted: string | undefined, encodings: readonly Encoding[] = ['br', 'gzip']): Encoding {
  const weights = new Map<string, number>()
  for (const part of (accepted ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const takes = (encoding: Encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0
  return encodings.find(takes) ?? 'identity'
}
