import { bodies, form, longBoundary, packedForm, requests } from './bad-input.ts'

const REFUSED = [400, 'AccessDenied'] as const
const INVALID = [400, 'InvalidRequest'] as const
const png = { name: '', file: 'a.png', content: 'no picture' }
const asPng = (body: string) => ({ body, headers: { 'content-type': 'image/png' } })
/** With a type that the bucket of avatars accepts: only the bytes show that it is none. */
const asWebp = (body: string) => ({ body, headers: { 'content-type': 'image/webp' } })
const webp = { ...png, type: 'image/webp' }
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'

export const fileInputs = [
  ...requests('A6', 'visitor', [
    ['without signing in', 'POST /storage/v1/object/users/x/avatar', ...INVALID, asPng('x')],
    ['without signing in', 'DELETE /storage/v1/object/products/PRD00001/featured_image', ...INVALID],
    ['without signing in', 'POST /storage/v1/bucket', ...INVALID, { body: { name: 'mine' } }],
  ]),
  ...requests('A7', 'seller', [
    ["another seller's product", 'POST /storage/v1/object/products/PRD00001/featured_image', ...REFUSED, asPng('x')],
    ["another seller's product", 'PUT /storage/v1/object/products/PRD00001/featured_image', ...REFUSED, asPng('x')],
    ["another seller's picture", 'DELETE /storage/v1/object/products/PRD00001/featured_image', 400, 'NoSuchKey'],
    ["another user's picture", 'POST /storage/v1/object/users/{buyer}-avatar', ...REFUSED, asPng('x')],
  ]),
  ...requests('E3', 'buyer', [
    ['a path out of the folder', 'POST /storage/v1/object/users/..%2f..%2fsecrets.json', 400, 'InvalidKey', asPng('x')],
    ['a segment ..', 'POST /storage/v1/object/users/{buyer}-a%2f..%2fb', 400, 'InvalidKey', asPng('x')],
    [
      'a segment .. and a blank',
      'PUT /storage/v1/object/users/{buyer}-a%2F%2E%2E%20%2Fb',
      400,
      'InvalidKey',
      asPng('x'),
    ],
    ['.. encoded twice', 'POST /storage/v1/object/users/{buyer}-a%252f%252e%252e', 400, 'InvalidKey', asPng('x')],
    [
      'a move to ..',
      'POST /storage/v1/object/move',
      400,
      'InvalidKey',
      { body: { bucketId: 'users', sourceKey: '{buyer}-a', destinationKey: '{buyer}-a/../b' } },
    ],
    ['a NUL', 'POST /storage/v1/object/users/{buyer}-a%00b', 400, 'InvalidKey', asPng('x')],
    ['a backslash', 'POST /storage/v1/object/users/{buyer}-a%5Cb', 400, 'InvalidKey', asPng('x')],
    ['letters of another script', 'POST /storage/v1/object/users/{buyer}-%C3%A9', 400, 'InvalidKey', asPng('x')],
    ['a name of 1,100 characters', `POST /storage/v1/object/users/${'x'.repeat(1100)}`, 400, 'InvalidKey', asPng('x')],
    ['a bucket that does not exist', 'POST /storage/v1/object/nothing/a.png', 400, 'NoSuchBucket', asPng('x')],
    ['a path out of the folder', 'GET /storage/v1/object/public/products/..%2f..%2fsecrets.json', 400, 'NoSuchKey'],
    ['a file that does not exist', 'GET /storage/v1/object/public/products/PRD99999/featured_image', 400, 'NoSuchKey'],
    ['a bucket that does not exist', 'GET /storage/v1/object/public/nothing/a', 400, 'NoSuchBucket'],
  ]),
  ...requests('E1', 'buyer', [
    [
      'a file that is not a picture',
      'POST /storage/v1/object/users/{buyer}-avatar',
      400,
      'InvalidMimeType',
      asWebp('no picture'),
    ],
    ['nothing at all', 'POST /storage/v1/object/users/{buyer}-avatar', 400, 'InvalidMimeType', asWebp('')],
    ['another type', 'POST /storage/v1/object/users/{buyer}-avatar', 400, 'InvalidMimeType', asPng('x')],
    ['an SVG', 'POST /storage/v1/object/users/{buyer}-avatar', 400, 'InvalidMimeType', asWebp(SVG)],
    [
      'a form with a file that is not a picture',
      'POST /storage/v1/object/users/{buyer}-avatar',
      400,
      'InvalidMimeType',
      form([webp]),
    ],
    ['a form without a file', 'POST /storage/v1/object/users/{buyer}-avatar', ...INVALID, form([])],
    ['a truncated form', 'POST /storage/v1/object/users/{buyer}-avatar', ...INVALID, form([webp], { end: '' })],
    ['a compressed form', 'POST /storage/v1/object/users/{buyer}-avatar', ...INVALID, packedForm],
    [
      'a form with a boundary of 300 characters',
      'POST /storage/v1/object/users/{buyer}-avatar',
      ...INVALID,
      longBoundary,
    ],
    [
      'a malformed type',
      'POST /storage/v1/object/users/{buyer}-avatar',
      400,
      'InvalidMimeType',
      { body: 'x', headers: { 'content-type': 'x;;' } },
    ],
  ]),
  ...bodies('A6', 'buyer', 'POST /storage/v1/bucket', [
    ['for the service key only', { name: 'mine' }, ...REFUSED],
    ['no name', {}, ...INVALID],
    ['a name as a number', { name: 1 }, ...INVALID],
  ]),
  ...bodies('C1', 'operator', 'POST /storage/v1/bucket', [
    ['a name with a slash', { name: 'a/b' }, 400, 'InvalidBucketName'],
    ['an empty name', { name: '' }, 400, 'InvalidBucketName'],
    ['a name with a NUL', { name: 'a\u0000' }, 400, 'InvalidBucketName'],
    ['a name that is taken', { name: 'products' }, 400, 'ResourceAlreadyExists'],
    ['a negative limit', { name: 'b', file_size_limit: -1 }, ...INVALID],
    ['malformed types', { name: 'b', allowed_mime_types: ['x'] }, ...INVALID],
  ]),
  ...requests('C1', 'operator', [
    ['a bucket of the shop', 'DELETE /storage/v1/bucket/products', ...REFUSED],
    ['a bucket that does not exist', 'DELETE /storage/v1/bucket/nothing', 400, 'NoSuchBucket'],
    ['a limit of 0', 'GET /storage/v1/bucket?limit=0', ...INVALID],
    ['an unknown sort order', 'GET /storage/v1/bucket?sortColumn=owner_id', ...INVALID],
    ['no names', 'DELETE /storage/v1/object/products', ...INVALID, { body: { prefixes: [] } }],
    [
      '1,001 names',
      'DELETE /storage/v1/object/products',
      ...INVALID,
      { body: { prefixes: new Array(1001).fill('a') } },
    ],
    [
      'metadata declared as JSON that is not',
      'POST /storage/v1/object/papers/a.txt',
      ...INVALID,
      form([
        { name: 'metadata', content: '{"a"', type: 'application/json' },
        { name: '', file: 'a.txt', content: 'x', type: 'text/plain' },
      ]),
    ],
    [
      'a type that is none, with a form',
      'POST /storage/v1/object/papers/a.txt',
      400,
      'InvalidMimeType',
      form([
        { name: 'contentType', content: 'text/plain;;' },
        { name: '', file: 'a.txt', content: 'x', type: 'text/plain' },
      ]),
    ],
    [
      'a type that no body of JSON has',
      'POST /storage/v1/bucket',
      400,
      'InvalidMimeType',
      { body: 'x', headers: { 'content-type': 'text/xml' } },
    ],
    [
      'a second file',
      'POST /storage/v1/object/papers/a.txt',
      ...INVALID,
      form(['', 'b'].map((name) => ({ name, file: 'a.txt', content: 'x', type: 'text/plain' }))),
    ],
    [
      'nothing to move',
      'POST /storage/v1/object/move',
      400,
      'NoSuchKey',
      { body: { bucketId: 'papers', sourceKey: 'a', destinationKey: 'b' } },
    ],
    [
      'a malformed name',
      'POST /storage/v1/object/move',
      400,
      'NoSuchKey',
      { body: { bucketId: 'papers', sourceKey: '\u0000', destinationKey: 'b' } },
    ],
    ['nothing to sign', 'POST /storage/v1/object/sign/papers/a', 400, 'NoSuchKey', { body: { expiresIn: 60 } }],
    ['no time', 'POST /storage/v1/object/sign/papers/a', ...INVALID, { body: { expiresIn: 0 } }],
    ['a malformed signature', 'GET /storage/v1/object/sign/papers/a?token=x', 400, 'InvalidJWT'],
    ['a malformed signature', 'PUT /storage/v1/object/upload/sign/papers/a?token=x', 400, 'InvalidJWT', asPng('x')],
    ['an address that does not exist', 'GET /storage/v1/nothing', 404, 'InvalidRequest'],
  ]),
  ...requests('C2', 'operator', [
    ['a bucket with a NUL', 'PUT /storage/v1/bucket/a%00b', 400, 'NoSuchBucket', { body: { public: true } }],
    ['a bucket with a NUL', 'DELETE /storage/v1/bucket/a%00b', 400, 'NoSuchBucket'],
    ['a bucket with a NUL', 'POST /storage/v1/bucket/a%00b/empty', 400, 'NoSuchBucket'],
    ['a bucket with a NUL', 'GET /storage/v1/bucket/a%00b', 400, 'NoSuchBucket'],
    [
      'a bucket with a NUL',
      'POST /storage/v1/object/move',
      400,
      'NoSuchKey',
      { body: { bucketId: 'a\u0000', sourceKey: 'a', destinationKey: 'b' } },
    ],
    [
      'into a bucket with a NUL',
      'POST /storage/v1/object/copy',
      400,
      'NoSuchBucket',
      { body: { bucketId: 'papers', destinationBucket: 'a\u0000', sourceKey: 'there.txt', destinationKey: 'b' } },
    ],
  ]),
  ...bodies('C1', 'operator', 'POST /storage/v1/object/list/papers', [
    ['a limit as text', { prefix: '', limit: '5' }, ...INVALID],
    ['a limit of 1,001', { prefix: '', limit: 1001 }, ...INVALID],
    ['a negative offset', { prefix: '', offset: -1 }, ...INVALID],
    ['an unknown sort order', { prefix: '', sortBy: { column: 'blob', order: 'asc' } }, ...INVALID],
  ]),
  ...requests('C2', 'operator', [
    [
      'metadata with a NUL',
      'POST /storage/v1/object/papers/a.txt',
      ...INVALID,
      {
        body: 'x',
        headers: { 'content-type': 'text/plain', 'x-metadata': Buffer.from('{"a":"\\u0000"}').toString('base64') },
      },
    ],
    [
      'metadata with half a surrogate pair',
      'POST /storage/v1/object/papers/a.txt',
      ...INVALID,
      {
        body: 'x',
        headers: { 'content-type': 'text/plain', 'x-metadata': Buffer.from('{"a":"\\ud800"}').toString('base64') },
      },
    ],
    [
      'metadata with a number of 300 digits',
      'POST /storage/v1/object/papers/a.txt',
      ...INVALID,
      form([
        { name: 'metadata', content: '{"a":1e300}' },
        { name: '', file: 'a.txt', content: 'x', type: 'text/plain' },
      ]),
    ],
    [
      'metadata with a NUL behind the file',
      'POST /storage/v1/object/papers/a.txt',
      ...INVALID,
      form([
        { name: '', file: 'a.txt', content: 'x', type: 'text/plain' },
        { name: 'metadata', content: '{"a":"\\u0000"}' },
      ]),
    ],
    [
      'metadata of 40 kB',
      'POST /storage/v1/object/papers/a.txt',
      ...INVALID,
      form([
        { name: 'metadata', content: `{"a":"${'x'.repeat(40_000)}"}` },
        { name: '', file: 'a.txt', content: 'x', type: 'text/plain' },
      ]),
    ],
    [
      'metadata with a NUL for a copy',
      'POST /storage/v1/object/copy',
      ...INVALID,
      {
        body: { bucketId: 'papers', sourceKey: 'there.txt', destinationKey: 'b', copyMetadata: false },
        headers: { 'x-metadata': Buffer.from('{"a":"\\u0000"}').toString('base64') },
      },
    ],
    [
      'a type with a NUL for a copy',
      'POST /storage/v1/object/copy',
      ...INVALID,
      {
        body: {
          bucketId: 'papers',
          sourceKey: 'there.txt',
          destinationKey: 'b',
          copyMetadata: false,
          metadata: { mimetype: 'text/\u0000' },
        },
      },
    ],
    [
      'metadata of 9 kB',
      'POST /storage/v1/object/papers/a.txt',
      ...INVALID,
      {
        body: 'x',
        headers: {
          'content-type': 'text/plain',
          'x-metadata': Buffer.from(`{"a":"${'x'.repeat(9000)}"}`).toString('base64'),
        },
      },
    ],
  ]),
]
