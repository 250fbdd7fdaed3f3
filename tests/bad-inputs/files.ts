import { bodies, form, longBoundary, packedForm, requests } from './bad-input.ts'

const REFUSED = [400, 'AccessDenied'] as const
const INVALID = [400, 'InvalidRequest'] as const
const png = { name: '', file: 'a.png', content: 'no picture' }
const asPng = (body: string) => ({ body, headers: { 'content-type': 'image/png' } })
/** A type that the avatars bucket accepts: only the bytes show that this is not a picture. */
const asWebp = (body: string) => ({ body, headers: { 'content-type': 'image/webp' } })
const webp = { ...png, type: 'image/webp' }
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'

const NO_PICTURE = [400, 'InvalidMimeType'] as const
const NO_BUCKET = [400, 'NoSuchBucket'] as const
const NO_FILE = [400, 'NoSuchKey'] as const
const BAD_NAME = [400, 'InvalidKey'] as const
const AVATAR = 'POST /storage/v1/object/users/{buyer}-avatar'
const STORE = 'POST /storage/v1/object/papers/a.txt'
const MOVE = 'POST /storage/v1/object/move'
const COPY = 'POST /storage/v1/object/copy'
const text = { name: '', file: 'a.txt', content: 'x', type: 'text/plain' }
/** Metadata in a form, before a text, and as a header. */
const metadata = (content: string, type?: string) => ({ name: 'metadata', content, ...(type && { type }) })
const described = (content: string) => ({ 'x-metadata': Buffer.from(content).toString('base64') })
const asText = (content: string) => ({ body: 'x', headers: { 'content-type': 'text/plain', ...described(content) } })
const there = { bucketId: 'papers', sourceKey: 'there.txt', destinationKey: 'b' }

export const fileInputs = [
  ...requests('A6', 'visitor', [
    ['without signing in', 'POST /storage/v1/object/users/x/avatar', ...INVALID, asPng('x')],
    ['without signing in', 'DELETE /storage/v1/object/products/PRD00001/featured_image', ...INVALID],
    ['without signing in', 'POST /storage/v1/bucket', ...INVALID, { body: { name: 'mine' } }],
  ]),
  ...requests('A7', 'seller', [
    ["another seller's product", 'POST /storage/v1/object/products/PRD00001/featured_image', ...REFUSED, asPng('x')],
    ["another seller's product", 'PUT /storage/v1/object/products/PRD00001/featured_image', ...REFUSED, asPng('x')],
    ["another seller's picture", 'DELETE /storage/v1/object/products/PRD00001/featured_image', ...NO_FILE],
    ["another user's picture", AVATAR, ...REFUSED, asPng('x')],
  ]),
  ...requests('E3', 'buyer', [
    ['a path out of the folder', 'POST /storage/v1/object/users/..%2f..%2fsecrets.json', ...BAD_NAME, asPng('x')],
    ['a segment ..', 'POST /storage/v1/object/users/{buyer}-a%2f..%2fb', ...BAD_NAME, asPng('x')],
    ['a segment .. and a blank', 'PUT /storage/v1/object/users/{buyer}-a%2F%2E%2E%20%2Fb', ...BAD_NAME, asPng('x')],
    ['.. encoded twice', 'POST /storage/v1/object/users/{buyer}-a%252f%252e%252e', ...BAD_NAME, asPng('x')],
    [
      'a move to ..',
      MOVE,
      ...BAD_NAME,
      { body: { bucketId: 'users', sourceKey: '{buyer}-a', destinationKey: '{buyer}-a/../b' } },
    ],
    ['a NUL', 'POST /storage/v1/object/users/{buyer}-a%00b', ...BAD_NAME, asPng('x')],
    ['a backslash', 'POST /storage/v1/object/users/{buyer}-a%5Cb', ...BAD_NAME, asPng('x')],
    ['letters of another script', 'POST /storage/v1/object/users/{buyer}-%C3%A9', ...BAD_NAME, asPng('x')],
    ['a name of 1,100 characters', `POST /storage/v1/object/users/${'x'.repeat(1100)}`, ...BAD_NAME, asPng('x')],
    ['a bucket that does not exist', 'POST /storage/v1/object/nothing/a.png', ...NO_BUCKET, asPng('x')],
    ['a path out of the folder', 'GET /storage/v1/object/public/products/..%2f..%2fsecrets.json', ...NO_FILE],
    ['a file that does not exist', 'GET /storage/v1/object/public/products/PRD99999/featured_image', ...NO_FILE],
    ['a bucket that does not exist', 'GET /storage/v1/object/public/nothing/a', ...NO_BUCKET],
  ]),
  ...requests('E1', 'buyer', [
    ['a file that is not a picture', AVATAR, ...NO_PICTURE, asWebp('no picture')],
    ['nothing at all', AVATAR, ...NO_PICTURE, asWebp('')],
    ['another type', AVATAR, ...NO_PICTURE, asPng('x')],
    ['an SVG', AVATAR, ...NO_PICTURE, asWebp(SVG)],
    ['a form with a file that is not a picture', AVATAR, ...NO_PICTURE, form([webp])],
    ['a form without a file', AVATAR, ...INVALID, form([])],
    ['a truncated form', AVATAR, ...INVALID, form([webp], { end: '' })],
    ['a compressed form', AVATAR, ...INVALID, packedForm],
    ['a form with a boundary of 300 characters', AVATAR, ...INVALID, longBoundary],
    ['a malformed type', AVATAR, ...NO_PICTURE, { body: 'x', headers: { 'content-type': 'x;;' } }],
  ]),
  ...bodies('A6', 'buyer', 'POST /storage/v1/bucket', [
    ['for the service key only', { name: 'mine' }, ...REFUSED],
    ['no name', {}, ...INVALID],
    ['a name as a number', { name: 1 }, ...INVALID],
  ]),
  ...bodies('C1', 'operator', 'POST /storage/v1/bucket', [
    ['a name with a slash', { name: 'a/b' }, 400, 'InvalidBucketName'],
    ['an empty name', { name: '' }, 400, 'InvalidBucketName'],
    ['a blank before the name', { name: ' blank' }, 400, 'InvalidBucketName'],
    ['a blank behind the name', { name: 'blank ' }, 400, 'InvalidBucketName'],
    ['a letter beyond ASCII', { name: 'ü' }, 400, 'InvalidBucketName'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 400, 'InvalidBucketName'],
    ['a limit in apples', { name: 'b', file_size_limit: '20 apples' }, ...INVALID],
    ['a limit with two points', { name: 'b', file_size_limit: '1.5.5mb' }, ...INVALID],
    ['a limit of 0', { name: 'b', file_size_limit: 0 }, ...INVALID],
    ['a limit of half bytes', { name: 'b', file_size_limit: 1.5 }, ...INVALID],
    ['a name with a NUL', { name: 'a\u0000' }, 400, 'InvalidBucketName'],
    ['a name that is taken', { name: 'products' }, 400, 'ResourceAlreadyExists'],
    ['a negative limit', { name: 'b', file_size_limit: -1 }, ...INVALID],
    ['malformed types', { name: 'b', allowed_mime_types: ['x'] }, ...INVALID],
  ]),
  ...requests('C1', 'operator', [
    ['a bucket of the shop', 'DELETE /storage/v1/bucket/products', ...REFUSED],
    ['a bucket that does not exist', 'DELETE /storage/v1/bucket/nothing', ...NO_BUCKET],
    ['a limit of 0', 'GET /storage/v1/bucket?limit=0', ...INVALID],
    ['an unknown sort order', 'GET /storage/v1/bucket?sortColumn=owner_id', ...INVALID],
    ['no names', 'DELETE /storage/v1/object/products', ...INVALID, { body: { prefixes: [] } }],
    [
      '1,001 names',
      'DELETE /storage/v1/object/products',
      ...INVALID,
      { body: { prefixes: new Array(1001).fill('a') } },
    ],
    ['metadata declared as JSON that is not', STORE, ...INVALID, form([metadata('{"a"', 'application/json'), text])],
    [
      'a type that is none, with a form',
      STORE,
      ...NO_PICTURE,
      form([{ name: 'contentType', content: 'text/plain;;' }, text]),
    ],
    [
      'a type that no body of JSON has',
      'POST /storage/v1/bucket',
      ...NO_PICTURE,
      { body: 'x', headers: { 'content-type': 'text/xml' } },
    ],
    ['a second file', STORE, ...INVALID, form([text, { ...text, name: 'b' }])],
    ['nothing to move', MOVE, ...NO_FILE, { body: { bucketId: 'papers', sourceKey: 'a', destinationKey: 'b' } }],
    ['a malformed name', MOVE, ...NO_FILE, { body: { bucketId: 'papers', sourceKey: '\u0000', destinationKey: 'b' } }],
    ['nothing to sign', 'POST /storage/v1/object/sign/papers/a', ...NO_FILE, { body: { expiresIn: 60 } }],
    ['no time', 'POST /storage/v1/object/sign/papers/a', ...INVALID, { body: { expiresIn: 0 } }],
    ['a malformed signature', 'GET /storage/v1/object/sign/papers/a?token=x', 400, 'InvalidJWT'],
    ['a malformed signature', 'PUT /storage/v1/object/upload/sign/papers/a?token=x', 400, 'InvalidJWT', asPng('x')],
    ['an address that does not exist', 'GET /storage/v1/nothing', 404, 'InvalidRequest'],
  ]),
  ...requests('C2', 'operator', [
    ['a bucket with a NUL', 'PUT /storage/v1/bucket/a%00b', ...NO_BUCKET, { body: { public: true } }],
    ['a bucket with a NUL', 'DELETE /storage/v1/bucket/a%00b', ...NO_BUCKET],
    ['a bucket with a NUL', 'POST /storage/v1/bucket/a%00b/empty', ...NO_BUCKET],
    ['a bucket with a NUL', 'GET /storage/v1/bucket/a%00b', ...NO_BUCKET],
    ['a bucket with a NUL', MOVE, ...NO_FILE, { body: { bucketId: 'a\u0000', sourceKey: 'a', destinationKey: 'b' } }],
    ['into a bucket with a NUL', COPY, ...NO_BUCKET, { body: { ...there, destinationBucket: 'a\u0000' } }],
  ]),
  ...bodies('C1', 'operator', 'POST /storage/v1/object/list/papers', [
    ['a limit as text', { prefix: '', limit: '5' }, ...INVALID],
    ['a limit of 1,001', { prefix: '', limit: 1001 }, ...INVALID],
    ['a negative offset', { prefix: '', offset: -1 }, ...INVALID],
    ['an unknown sort order', { prefix: '', sortBy: { column: 'blob', order: 'asc' } }, ...INVALID],
  ]),
  ...requests('C2', 'operator', [
    ['metadata with a NUL', STORE, ...INVALID, asText('{"a":"\\u0000"}')],
    ['metadata with half a surrogate pair', STORE, ...INVALID, asText('{"a":"\\ud800"}')],
    ['metadata with a number of 300 digits', STORE, ...INVALID, form([metadata('{"a":1e300}'), text])],
    ['metadata with a NUL behind the file', STORE, ...INVALID, form([text, metadata('{"a":"\\u0000"}')])],
    ['metadata of 40 kB', STORE, ...INVALID, form([metadata(`{"a":"${'x'.repeat(40_000)}"}`), text])],
    [
      'metadata with a NUL for a copy',
      COPY,
      ...INVALID,
      { body: { ...there, copyMetadata: false }, headers: described('{"a":"\\u0000"}') },
    ],
    [
      'a type with a NUL for a copy',
      COPY,
      ...INVALID,
      { body: { ...there, copyMetadata: false, metadata: { mimetype: 'text/\u0000' } } },
    ],
    ['metadata of 9 kB', STORE, ...INVALID, asText(`{"a":"${'x'.repeat(9000)}"}`)],
  ]),
]
