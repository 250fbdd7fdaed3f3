import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { fitting, type JsonSchema, type KnownValues } from './from-schema.ts'
import type { FuzzRoute } from './routes.ts'
import { change, changed, hostileText, hostileTexts, toJson } from './values.ts'

/** `operator` sends the service key of the file storage. */
const FUZZ_ROLES = ['visitor', 'buyer', 'seller', 'admin', 'operator'] as const
export type FuzzRole = (typeof FUZZ_ROLES)[number]

/** A request without the credentials of its role, which are added when it is sent. */
export interface FuzzRequest {
  route: string
  role: FuzzRole
  method: string
  /** Path and query in Latin-1: one character is one byte. */
  target: string
  /** Names may repeat. `authorization` and `apikey` override those of the role. */
  headers: [name: string, value: string][]
  body: Buffer | undefined
}

type Body = { bytes: Buffer | undefined; type: string | undefined; encoding?: string }

/** Generates requests to all `routes` in all roles; `textsFor` returns the ids and names that a role knows. */
export function generateRequests(
  routes: FuzzRoute[],
  textsFor: (role: FuzzRole) => readonly string[],
  resolve: KnownValues['resolve'],
): fc.Arbitrary<FuzzRequest> {
  const known = new Map(FUZZ_ROLES.map((role) => [role, { texts: textsFor(role), resolve }]))
  return fc
    .constantFrom(...routes)
    .chain((route) => fc.tuple(fc.constant(route), roleFor(route)))
    .chain(([route, role]) => requestTo(route, role, known.get(role) as KnownValues))
}

/** Mostly a role that may call the route; others only reach its guard. */
function roleFor({ url, access }: FuzzRoute): fc.Arbitrary<FuzzRole> {
  if (url.startsWith('/storage/')) return fc.constantFrom(...FUZZ_ROLES)
  const entitled = FUZZ_ROLES.filter((role) =>
    typeof access === 'string'
      ? role !== 'operator' && (access === 'public' || role !== 'visitor')
      : access.some((one) => one === role),
  )
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...entitled) }, fc.constantFrom(...FUZZ_ROLES))
}

function requestTo(route: FuzzRoute, role: FuzzRole, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 60, arbitrary: fc.constant(route.method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE') },
      ),
      path: pathOf(route, known),
      query: queryOf(route, known),
      body: bodyOf(route, known),
      headers: oddHeaders,
    })
    .map(({ method, path, query, body, headers }) => ({
      route: `${route.method} ${route.url}`,
      role,
      // Node responds to invalid bytes with a body, even to HEAD.
      method: method === 'HEAD' && /[\x7f-\xff]/.test(path + query) ? 'GET' : method,
      target: path + (query && `?${query}`),
      headers: [
        ...(body.type === undefined ? [] : ([['content-type', body.type]] as [string, string][])),
        ...(body.encoding === undefined ? [] : ([['content-encoding', body.encoding]] as [string, string][])),
        ...headers,
      ],
      body: body.bytes,
    }))
}

/** Returns the text as raw UTF-8 bytes, encoding only the characters that Node's client refuses. */
function asSent(text: string): string {
  return Buffer.from(text.toWellFormed(), 'utf8')
    .toString('latin1')
    .replace(/[^\x21-\xff]|[?#]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const written = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.constantFrom(encoded, encoded, encoded, asSent)).map(([value, write]) => write(value))

function pathOf(route: FuzzRoute, known: KnownValues): fc.Arbitrary<string> {
  const parts = route.url.split(/(:\w+|\*)/).map((part): fc.Arbitrary<string> => {
    if (part === '*') return rest(known)
    if (!part.startsWith(':')) return fc.constant(part)
    const schema = route.params[part.slice(1)] ?? { type: 'string' }
    return fc.oneof(
      { weight: 5, arbitrary: fitting(schema, known).map((value) => encoded(String(value))) },
      { weight: 1, arbitrary: written(hostileText) },
      { weight: 1, arbitrary: fc.constantFrom('%', '%c0%af', '%E0%A4%A', '%00', '..', '%2e%2e%2f', 'x'.repeat(310)) },
    )
  })
  return fc.tuple(...parts).map((all) => all.join('') || '/')
}

const PAGES = [
  '',
  'cart',
  'checkout',
  'search',
  'product/',
  'category/',
  'order-tracking',
  'admin',
  'seller/products',
  'account',
]

/** Generates values for `*`: page paths and file keys. */
function rest(known: KnownValues): fc.Arbitrary<string> {
  const text = fc.constantFrom(...known.texts.filter((text) => /^[\w/.-]+$/.test(text)))
  return fc.oneof(
    { weight: 2, arbitrary: text },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...PAGES), text).map((parts) => parts.join('')) },
    { weight: 2, arbitrary: written(hostileText) },
    { weight: 1, arbitrary: fc.constantFrom('../../package.json', '%2e%2e/x', 'a//b', 'a/./b', '%00', 'a%', ';a=b') },
  )
}

function queryOf(route: FuzzRoute, known: KnownValues): fc.Arbitrary<string> {
  const names = Object.keys(route.query)
  const ownName = names.length ? fc.constantFrom(...names) : fc.constant('q')
  const name = fc.oneof(
    { weight: 8, arbitrary: ownName },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'a[b]', 'page[]', 'redirect_to', 'apikey', 'role', '') },
  )
  const pair = name.chain((own) =>
    fc
      .oneof(
        { weight: 3, arbitrary: fitting(route.query[own] ?? { type: 'string' }, known).map((v) => encoded(String(v))) },
        { weight: 1, arbitrary: written(hostileText) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('1', '2', '0', '-1', '1e3', '01', '999999999', '%', '%ff', '1&1', ' '),
        },
      )
      .map((value) => `${own}=${value.replaceAll(' ', '+')}`),
  )
  // May repeat a name.
  return fc.oneof(
    { weight: names.length ? 1 : 4, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: fc.array(pair, { maxLength: 3 }).map((pairs) => pairs.join('&')) },
    { weight: 1, arbitrary: pair.map((one) => `${one}&${one}`) },
  )
}

const TYPES = ['text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded']
const ODD_TYPES = [
  ...TYPES,
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/JSON',
  'json',
  'a/b;',
]

function bodyOf(route: FuzzRoute, known: KnownValues): fc.Arbitrary<Body> {
  const none: Body = { bytes: undefined, type: undefined }
  if (route.method === 'GET' || route.method === 'HEAD')
    return fc.oneof(
      { weight: 30, arbitrary: fc.constant(none) },
      { weight: 1, arbitrary: fc.constant({ bytes: Buffer.from('{}'), type: 'application/json' }) },
    )
  if (route.isForm) return fc.oneof({ weight: 6, arbitrary: forms(route, known) }, { weight: 1, arbitrary: garbage })
  if (route.url.endsWith('/*') && /^(POST|PUT)$/.test(route.method) && !route.body)
    return fc.oneof(
      { weight: 3, arbitrary: files },
      { weight: 1, arbitrary: garbage },
      { weight: 1, arbitrary: fc.constant(none) },
    )
  const schema: JsonSchema = route.body ?? { type: 'object' }
  const valid = fitting(schema, known)
  const mutated = fc.tuple(valid, fc.array(change, { minLength: 1, maxLength: 2 })).map(([v, all]) => changed(v, all))
  const json = (value: fc.Arbitrary<unknown>) =>
    value.map((v) => ({ bytes: Buffer.from(toJson(v)), type: 'application/json' }))
  return fc.oneof(
    { weight: 5, arbitrary: json(valid) },
    { weight: 8, arbitrary: json(mutated) },
    { weight: 1, arbitrary: fc.tuple(json(valid), fc.constantFrom(...ODD_TYPES)).map(([b, type]) => ({ ...b, type })) },
    { weight: 1, arbitrary: json(valid).map((b) => malformed(b.bytes)) },
    { weight: 1, arbitrary: garbage },
    { weight: 1, arbitrary: fc.constant(none) },
  )
}

/** Returns the JSON with a byte order mark, in another encoding, truncated or doubled. */
function malformed(bytes: Buffer): Body {
  const text = bytes.toString()
  const forms: Body[] = [
    { bytes: Buffer.from(`\ufeff${text}`), type: 'application/json' },
    { bytes: Buffer.from(text, 'utf16le'), type: 'application/json' },
    { bytes: bytes.subarray(0, -1), type: 'application/json' },
    { bytes: Buffer.concat([bytes, bytes]), type: 'application/json' },
    { bytes: gzipSync(bytes), type: 'application/json', encoding: 'gzip' },
    { bytes: Buffer.from(text.replace('{', '{"__proto__":{"role":"admin"},')), type: 'application/json' },
  ]
  return forms[bytes.length % forms.length] as Body
}

const garbage: fc.Arbitrary<Body> = fc.oneof(
  fc
    .constantFrom('', 'null', '[]', '"text"', '0', '{', '{"a":', '\0', '{}{}', '[1,]', "{'a':1}", 'a=b&a=c')
    .map((text) => ({
      bytes: Buffer.from(text),
      type: 'application/json',
    })),
  fc
    .tuple(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('application/json', 'image/png', ...ODD_TYPES))
    .map(([b, type]) => ({
      bytes: Buffer.from(b),
      type,
    })),
  fc.constant({ bytes: Buffer.alloc(300 * 1024, 0x20), type: 'application/json' }),
)

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pictures = fc.oneof(
  { weight: 3, arbitrary: fc.constant(PNG) },
  { weight: 1, arbitrary: fc.nat(PNG.length).map((length) => PNG.subarray(0, length)) },
  {
    weight: 1,
    arbitrary: fc.constant(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
)

/** Files as the whole body or in a form. */
const files: fc.Arbitrary<Body> = fc.oneof(
  fc
    .tuple(pictures, fc.constantFrom('image/png', 'image/svg+xml', 'text/html', '', 'x'))
    .map(([bytes, type]) => ({ bytes, type })),
  pictures.map((bytes) => multipart([{ name: '', file: 'a.png', bytes }])),
)

function forms(route: FuzzRoute, known: KnownValues): fc.Arbitrary<Body> {
  const product = route.body?.properties?.product ?? { type: 'object' }
  const written = fc
    .tuple(fitting(product, known), fc.array(change, { maxLength: 2 }))
    .map(([valid, changes]) => Buffer.from(toJson(changed({ ...(valid as object), images: ['file'] }, changes))))
  const named = fc.constantFrom('product', 'product', 'product', 'file', '__proto__', 'x'.repeat(200))
  const fileName = fc.constantFrom('a.png', '../../a.png', 'a\u0000.png', '', '"')
  return fc
    .record({
      written,
      named,
      pictures: fc.array(pictures, { maxLength: 5 }),
      fileName,
      cut: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat(200)),
    })
    .map(({ written: bytes, named: name, pictures: all, fileName: file, cut }) => {
      const parts = all.map((picture, index) => ({ name: index ? `file${index}` : 'file', file, bytes: picture }))
      const form = multipart([{ name, bytes }, ...parts])
      return cut ? { ...form, bytes: form.bytes?.subarray(0, -cut) } : form
    })
}

function multipart(parts: { name: string; file?: string; bytes: Buffer }[]): Body {
  const boundary = 'fuzz-boundary'
  const pieces = parts.flatMap(({ name, file, bytes }) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"\r\ncontent-type: image/png`}\r\n\r\n`
    return [Buffer.from(head), bytes, Buffer.from('\r\n')]
  })
  const bytes = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return { bytes, type: `multipart/form-data; boundary=${boundary}` }
}

const UNSIGNED = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"x","role":"admin"}').toString('base64url')}.`
const HEADERS: Record<string, string[]> = {
  authorization: [
    '',
    'Bearer',
    'Bearer x',
    'Basic eDp5',
    `Bearer ${UNSIGNED}`,
    'Bearer \xff',
    `Bearer ${'x'.repeat(4000)}`,
  ],
  apikey: ['', 'x', UNSIGNED],
  accept: ['application/xml', '*/*;q=abc', 'x'.repeat(500)],
  'accept-encoding': ['br;q=1.0, gzip;q=0', 'identity;q=0', 'deflate', '*', 'gzip;q=x'],
  'if-none-match': ['*', 'W/"x"', '"', ',,,', '"a", "b'],
  'if-modified-since': ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  range: ['bytes=0-', 'bytes=-1', 'bytes=5-2', 'bytes=0-0,1-1', 'bytes=999999999999999999-', 'x'],
  'idempotency-key': ['', 'k', 'k'.repeat(256), 'a b', 'é', '__proto__'],
  'x-supabase-api-version': ['2024-01-01', '9999-99-99', 'x', '__proto__'],
  'x-upsert': ['true', 'yes'],
  'x-metadata': ['e30=', 'bnVsbA==', '%%%', 'eyJfX3Byb3RvX18iOnsiYSI6MX19'],
  'x-forwarded-for': ['1.2.3.4', "' or 1=1", '::1, x'],
  'x-forwarded-host': ['evil.example'],
  'x-http-method-override': ['DELETE'],
  'user-agent': ['', '\xff\xfe', 'x'.repeat(2000), '<script>'],
  origin: ['null', 'https://evil.example', 'x'],
  'access-control-request-method': ['DELETE'],
  cookie: ['a=b; role=admin', '__proto__=1'],
  'cache-control': ['no-cache', 'max-age=x'],
  'content-encoding': ['gzip', 'x'],
  'content-language': ['x'],
}

const oddHeader = fc
  .constantFrom(...Object.keys(HEADERS), 'idempotency-key')
  .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(HEADERS[name] as string[]))))
const oddHeaders = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(oddHeader, { minLength: 1, maxLength: 3 }) },
)

/** Texts that every role knows, without special characters. */
export const knownTexts: readonly string[] = hostileTexts.filter((text) => /^[ -~]{1,40}$/.test(text))
