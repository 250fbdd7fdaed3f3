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
/** A fifth of the time of that, for 15 % more bytes: for what is sent once. */
const BROTLI_QUALITY_ONCE = 1
/** Twice as fast as the default, for 12 % more bytes; clients that take brotli get that. */
const GZIP_LEVEL = 1
/** Up to this size another thread takes longer to get the work than to do it: 0.3 ms for a home page. */
const MAX_COMPRESSED_HERE = 128 * 1024
/** Smaller bodies gain nothing. */
export const COMPRESSED_FROM_BYTES = 1024
/** Smaller bodies cost more to compress than to send, when no other request gets the compressed bytes. */
const COMPRESSED_ONCE_FROM_BYTES = 8 * 1024

export type Encoding = 'br' | 'gzip' | 'identity'
/** How bytes are kept: `br-once` until there are better ones. */
type Form = Encoding | 'br-once'

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
  pick(acceptEncoding: string | undefined, options?: Sent): Encoding
  /** The value of `etag`: one weak validator for all encodings, as bytes that are sent once are compressed in another way. */
  readonly etag: string
  /** Returns the bytes of an encoding if they have been created. */
  ready(encoding: Encoding): Buffer | undefined
  /** Returns the bytes of an encoding, created when needed: with little effort if they are sent `once`. */
  bytes(encoding: Encoding, options?: Sent): Promise<Buffer>
  /** Returns true at the first call: the response is about to be sent for the first time, perhaps the only one. */
  isFirstSent(): boolean
  onResize(listener: () => void): void
}

interface Sent {
  once: boolean
}

interface Source {
  status: number
  headers: Record<string, string>
  body: string
  /** Added to the validator, for what else a client must get anew when it changes. */
  tagSuffix?: string
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
  readonly etag: string
  #created: Map<Form, Buffer> | undefined
  #creating: Map<Form, Promise<Buffer>> | undefined
  #resized: (() => void) | undefined
  #isSent = false
  #isWantedAsIs = false

  constructor({ status, headers, body, tagSuffix = '' }: Source) {
    this.status = status
    this.headers = headers
    const identity = Buffer.from(body)
    this.#identity = identity
    this.etag = `W/"${hashOf(identity)}${tagSuffix}"`
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
    return pickEncoding(acceptEncoding)
  }

  ready(encoding: Encoding): Buffer | undefined {
    if (encoding !== 'identity') return this.#created?.get(encoding)
    this.#isWantedAsIs = true
    return this.#identity
  }

  async bytes(encoding: Encoding, { once } = { once: false }): Promise<Buffer> {
    if (encoding === 'identity') return this.ready(encoding) ?? this.#restore()
    return this.ready(encoding) ?? this.#create(once && encoding === 'br' ? 'br-once' : encoding)
  }

  onResize(listener: () => void): void {
    this.#resized = listener
  }

  async #create(form: Form): Promise<Buffer> {
    const created = this.#created?.get(form)
    if (created) return created
    this.#creating ??= new Map()
    let bytes = this.#creating.get(form)
    if (!bytes) {
      bytes = encode(this.#decoded(), form).then((encoded) => this.#keep(form, encoded))
      this.#creating.set(form, bytes)
    }
    return bytes
  }

  #keep(form: Form, bytes: Buffer): Buffer {
    this.#created ??= new Map()
    if (!this.#isWantedAsIs) this.#identity = undefined
    this.#created.delete('br-once')
    if (form !== 'br-once' || !this.#created.size) this.#created.set(form, bytes)
    this.#creating?.delete(form)
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
    const brotli = this.#created?.get('br') ?? this.#created?.get('br-once')
    return brotli ? brotliDecompressSync(brotli) : gunzipSync(this.#created?.get('gzip') ?? '')
  }
}

async function encode(identity: Buffer, form: Form): Promise<Buffer> {
  const bytes = await compress(identity, form)
  if (bytes.length === bytes.buffer.byteLength) return bytes
  // A compressor cuts its bytes from a block of 64 kB, which as a whole would be kept with them.
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

function compress(identity: Buffer, form: Form): Buffer | Promise<Buffer> {
  const isShort = identity.length <= MAX_COMPRESSED_HERE
  if (form === 'gzip')
    return isShort ? gzipSync(identity, { level: GZIP_LEVEL }) : toGzip(identity, { level: GZIP_LEVEL })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: form === 'br-once' ? BROTLI_QUALITY_ONCE : BROTLI_QUALITY,
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
