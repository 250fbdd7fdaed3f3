import { EVERY_RESPONSE_HEADERS, FILE_HEADERS, NOT_IN_UNCHANGED } from '../http/security-headers.ts'

export interface Prepared {
  status: number
  /** The validator, without the mark of a weak one; absent when there is none. */
  tag: string | undefined
  /** Names and values in turn, without those that belong to a request. */
  headers: readonly string[]
  /** Those of the 304 for a client that has it: of the security headers only those of every response. */
  unchangedHeaders: readonly string[]
  /** Bytes; a few of them as characters of Latin-1. */
  body: Buffer | string
}

interface Description {
  status?: number
  /** Those of this response alone, in lower case. */
  headers: Readonly<Record<string, string>>
  /** Those of its 304 that are not in all of them; undefined removes one. */
  unchanged?: Readonly<Record<string, string | undefined>>
  etag?: string
  body: Buffer
  /** The security headers of documents; absent for a file that pages load, which has those of files. */
  documentHeaders?: Readonly<Record<string, string>>
  /** Whether the response depends on the origin of the request. */
  variesByOrigin: boolean
}

/** Up to this size Node sends headers and body faster as one text than as two pieces of memory. */
const MAX_TEXT_BYTES = 4_096
const LEFT_OUT = ['content-type', 'content-encoding', ...NOT_IN_UNCHANGED]

/** Returns a response with all headers that it has for every visitor. */
export function prepare({
  status = 200,
  headers: own,
  unchanged,
  etag,
  body,
  documentHeaders = FILE_HEADERS,
  variesByOrigin,
}: Description): Prepared {
  const vary = [variesByOrigin ? ['Origin'] : [], own.vary ?? []].flat().join(', ')
  const shared: Record<string, string> = { ...own, ...(vary && { vary }), ...(etag && { etag }) }
  let unchangedHeaders: string[] | undefined
  return {
    status,
    tag: etag?.replace(/^W\//, ''),
    headers: flat({ ...documentHeaders, ...shared, 'content-length': String(body.length) }),
    // Most responses that are computed are sent once, and never as a 304.
    get unchangedHeaders() {
      unchangedHeaders ??= flat({ ...EVERY_RESPONSE_HEADERS, ...withoutEach(shared, LEFT_OUT), ...unchanged })
      return unchangedHeaders
    },
    body: body.length <= MAX_TEXT_BYTES ? body.toString('latin1') : body,
  }
}

function withoutEach(headers: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

function flat(headers: Record<string, string | undefined>): string[] {
  const list: string[] = []
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) list.push(name, value)
  }
  return list
}
