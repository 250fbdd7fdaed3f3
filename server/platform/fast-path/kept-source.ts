import { COMPRESSED_FROM_BYTES, type Encoding, pickEncoding, type ReadyResponse } from '../data/ready-response.ts'
import { isUnchanged } from '../http/etag.ts'
import type { FastPath, ReadySource } from './fast-path.ts'
import { type Prepared, prepare } from './prepared.ts'

/** What clients send as `Accept-Encoding`; they differ little. */
const MAX_ENCODINGS = 200
const NOTHING = Buffer.alloc(0)

export interface KeptSource extends ReadySource {
  /** Returns a response as `sendReady` sends it with the same options. */
  prepare(
    response: ReadyResponse,
    acceptEncoding: string | undefined,
    options: { once: boolean },
  ): Prepared | Promise<Prepared>
}

/** Returns the responses of a cache as a source, as `sendReady` sends them. */
export function keptSource(
  cache: { peek(address: string): ReadyResponse | undefined },
  { variesByOrigin, documentHeaders }: Pick<FastPath, 'variesByOrigin' | 'documentHeaders'>,
): KeptSource {
  const prepared = new WeakMap<ReadyResponse, Map<Encoding, Prepared>>()
  const unchanged = new WeakMap<ReadyResponse, Prepared>()
  const picked = new Map<string | undefined, Encoding>()

  function pick(accepted: string | undefined): Encoding {
    let encoding = picked.get(accepted)
    if (encoding === undefined) {
      encoding = pickEncoding(accepted)
      if (picked.size < MAX_ENCODINGS) picked.set(accepted, encoding)
    }
    return encoding
  }

  function prepareIn(encoding: Encoding, response: ReadyResponse, body: Buffer): Prepared {
    const { status, headers } = response
    return prepare({
      status,
      headers: {
        ...headers,
        vary: 'accept-encoding',
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      },
      ...(headers['cache-control'] !== 'no-store' && { etag: response.etag }),
      body,
      documentHeaders,
      variesByOrigin,
    })
  }

  /** Returns a response that a client has, by `If-None-Match`, without bytes: it does not get them. */
  function findUnchanged(response: ReadyResponse, ifNoneMatch: string | undefined): Prepared | undefined {
    let found = unchanged.get(response)
    if (!found) {
      found = prepareIn('identity', response, NOTHING)
      unchanged.set(response, found)
    }
    return found.tag !== undefined && isUnchanged(ifNoneMatch, found.tag) ? found : undefined
  }

  return {
    peek(address, acceptEncoding, ifNoneMatch) {
      const response = cache.peek(address)
      if (!response) return undefined
      const encoding = response.length < COMPRESSED_FROM_BYTES ? 'identity' : pick(acceptEncoding)
      let encodings = prepared.get(response)
      if (!encodings) {
        encodings = new Map()
        prepared.set(response, encodings)
      }
      let found = encodings.get(encoding)
      if (!found) {
        const body = response.ready(encoding)
        found = body && prepareIn(encoding, response, body)
        if (!found) return findUnchanged(response, ifNoneMatch)
        encodings.set(encoding, found)
      }
      return found
    },
    prepare(response, acceptEncoding, options) {
      const encoding = response.pick(acceptEncoding, options)
      const body = response.ready(encoding)
      if (body) return prepareIn(encoding, response, body)
      return response.bytes(encoding, options).then((bytes) => prepareIn(encoding, response, bytes))
    },
  }
}
