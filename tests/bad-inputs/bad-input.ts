import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'

export type Caller = 'visitor' | 'buyer' | 'rival' | 'seller' | 'owner' | 'admin' | 'operator'

/**
 * A request that must be refused and change nothing. In paths and bodies `{order}` is the buyer's order, `{buyer}`,
 * `{admin}` ids, `{email}` the buyer's address, `{password}` their password, `{refresh}` their refresh token.
 */
export interface BadInput {
  /** The rule that refuses it. */
  rule: string
  title: string
  as: Caller
  method: string
  path: string
  /** Sent as JSON; bytes and text as they are. */
  body: unknown
  headers: Record<string, string>
  status: number
  /** The code of the refusal, or its text on surfaces without codes. */
  says: string
  /** The field that the refusal names. */
  field?: string
  /** An address whose response has the other fields of the body. */
  base?: string
}

type Says = [status: number, says: string]

/** Bodies that one route must refuse. */
export function bodies(
  rule: string,
  as: Caller,
  route: string,
  rows: [title: string, body: unknown, ...Says][],
): BadInput[] {
  return rows.map(([title, body, status, says]) => ({
    rule,
    as,
    body,
    status,
    says,
    headers: {},
    ...split(route),
    title: `${route}: ${title}`,
  }))
}

type Form = object | `/${string}`

/**
 * Bodies that routes must refuse by the name of a field: `valid`, or the response of that address, but for one change, whose
 * first field is named unless the row names another.
 */
export const fields = (
  rule: string,
  as: Caller,
  routes: string | string[],
  valid: Form,
  rows: [title: string, change: Record<string, unknown>, field?: string][],
): BadInput[] =>
  [routes].flat().flatMap((route) =>
    rows.map(([title, change, field = Object.keys(change)[0] ?? '']) => ({
      rule,
      as,
      field,
      status: 400,
      says: 'invalid_request',
      headers: {},
      ...(typeof valid === 'string' ? { base: valid, body: change } : { body: { ...valid, ...change } }),
      ...split(route),
      title: `${route}: ${title}`,
    })),
  )

/** Queries that lists must refuse by the name of a parameter. */
export const queries = (
  as: Caller,
  paths: string | string[],
  rows: [query: string, parameter?: string][],
): BadInput[] =>
  [paths].flat().flatMap((path) =>
    rows.map(([query, field = query.slice(0, query.indexOf('='))]) => ({
      rule: 'C1',
      title: `GET ${path}?${query.slice(0, 60)}`,
      as,
      method: 'GET',
      path: `${path}?${query}`,
      body: undefined,
      headers: {},
      status: 400,
      says: 'invalid_request',
      field,
    })),
  )

/** Requests that are refused because of their address, their headers, or their caller. */
export function requests(
  rule: string,
  as: Caller,
  rows: [title: string, route: string, ...Says, more?: Partial<Pick<BadInput, 'headers' | 'body'>>][],
): BadInput[] {
  return rows.map(([title, route, status, says, more]) => ({
    rule,
    as,
    status,
    says,
    headers: {},
    body: undefined,
    ...more,
    ...split(route),
    title: `${route.length > 80 ? `${route.slice(0, 80)}…` : route}: ${title}`,
  }))
}

function split(route: string): { method: string; path: string } {
  const at = route.indexOf(' ')
  return { method: route.slice(0, at), path: route.slice(at + 1) }
}

/** JSON text that `JSON.stringify` never produces. */
export const json = (text: string) => ({ body: text, headers: { 'content-type': 'application/json' } })

/** A valid value as JSON, in which each text starts with an invalid byte. */
export const notUtf8 = (value: unknown) => ({
  ...json(''),
  body: Buffer.from(JSON.stringify(value).replaceAll(':"', ':"\u00ff'), 'latin1'),
})

export interface Part {
  name: string
  content: string | Uint8Array
  file?: string
  type?: string
}

/** A form with files, assembled by hand so that it can be malformed. */
export function form(parts: Part[], { end = '--lantern--\r\n' } = {}): Required<Pick<BadInput, 'headers' | 'body'>> {
  const pieces = parts.flatMap(({ name, content, file, type = file === undefined ? undefined : 'image/png' }) => [
    Buffer.from(`--lantern\r\ncontent-disposition: form-data; name="${name}"`),
    Buffer.from(file === undefined ? '' : `; filename="${file}"`),
    Buffer.from(type === undefined ? '\r\n\r\n' : `\r\ncontent-type: ${type}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...pieces, Buffer.from(end)])
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=lantern' } }
}

/** A boundary too long for the form parser. */
export const longBoundary = {
  body: 'x',
  headers: { 'content-type': `multipart/form-data; boundary=${'x'.repeat(300)}` },
}

/** A compressed form, larger than the buffers in transit. */
export const packedForm = {
  body: gzipSync(randomBytes(200_000)),
  headers: { 'content-type': 'multipart/form-data; boundary=lantern', 'content-encoding': 'gzip' },
}
