import pg from 'pg'
import { expect, test } from 'vitest'
import { hostName, hostUrls } from './hosts.ts'

const rest = 'sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem'

test.each<[string, string[]]>([
  ['postgres://me:pw@a/shop', ['postgres://me:pw@a/shop']],
  ['postgres://me:pw@a/shop?target_session_attrs=any', ['postgres://me:pw@a/shop?target_session_attrs=any']],
  ['postgres://a:5432,b:5433/shop', ['postgres://a:5432/shop', 'postgres://b:5433/shop']],
  [
    'postgresql://me:p%40w@a,b:6432/shop?target_session_attrs=read-write',
    ['postgresql://me:p%40w@a/shop', 'postgresql://me:p%40w@b:6432/shop'],
  ],
  [`postgres://me@a,b/shop?${rest}`, [`postgres://me@a/shop?${rest}`, `postgres://me@b/shop?${rest}`]],
  ['postgres://[::1]:5432,[::2]/shop', ['postgres://[::1]:5432/shop', 'postgres://[::2]/shop']],
  [
    'postgres://me@localhost/shop?host=/run/a,/run/b&port=5432,5433&target_session_attrs=primary',
    [
      'postgres://me@localhost/shop?host=%2Frun%2Fa&port=5432',
      'postgres://me@localhost/shop?host=%2Frun%2Fb&port=5433',
    ],
  ],
  ['postgres://a,b/shop?port=6000', ['postgres://a/shop?port=6000', 'postgres://b/shop?port=6000']],
])('%s names %j', (url, urls) => {
  expect(hostUrls(url)).toEqual(urls)
})

test.each([
  ['http://a/shop', /must begin with postgres:/],
  ['postgres://me:secret@a,b:port/shop', /^is not a postgres URL$/],
  ['postgres://me:secret@a,,b/shop', /empty host/],
  ['postgres://me:secret@a,b/shop?target_session_attrs=standby', /standby: must be read-write or primary/],
  ['postgres://me:secret@a,b/shop?target_session_attrs=any', /any: must be/],
  ['postgres://me:secret@a,b,c/shop?port=1,2', /one port, or one per host/],
])('%s is refused, without the password in the message', (url, message) => {
  expect(() => hostUrls(url)).toThrow(message)
  expect(() => hostUrls(url)).not.toThrow(/secret/)
})

test('the name of a host in messages contains neither user nor password', () => {
  expect(hostUrls('postgres://me:secret@a:1,b/shop').map(hostName)).toEqual(['a:1', 'b'])
  expect(hostUrls('postgres://me:secret@x/shop?host=/run/a,/run/b&port=1').map(hostName)).toEqual([
    '/run/a:1',
    '/run/b:1',
  ])
})

test('the certificate of each host is checked, against its own name', () => {
  const clients = hostUrls('postgres://me@a,b/shop?sslmode=verify-full').map(
    (connectionString) => new pg.Client({ connectionString }),
  )
  expect(clients.map(({ host, ssl }) => ({ host, ssl }))).toEqual([
    { host: 'a', ssl: {} },
    { host: 'b', ssl: {} },
  ])
})
