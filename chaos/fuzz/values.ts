import fc from 'fast-check'

/** Strings that often break databases, file systems, pages, terminals and Unicode handling. */
export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\ufeffbom',
  '\u202eright to left',
  'é'.normalize('NFD'),
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'İi̇ıßſ',
  'line\r\nbreak',
  '\u0085\u2028\u2029',
  '\u001b[31mred',
  '\u007f',
  "' or 1=1 --",
  "'; drop table users; --",
  '" or ""="',
  '$1',
  '%',
  '_%\\',
  '%'.repeat(100),
  '(a+)+$',
  '[',
  '\\',
  '../../etc/passwd',
  '..%2f..%2f',
  'C:\\windows\\system32',
  '/etc/passwd',
  'file:///etc/passwd',
  'http://169.254.169.254/latest',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}<%= 7*7 %>',
  '=cmd|calc!A0',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e999',
  '0x10',
  '9007199254740993',
  '٣',
  'true',
  '[object Object]',
  '2026-02-30T25:61:00Z',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(99),
  'x'.repeat(101),
  'x'.repeat(255),
  'x'.repeat(5000),
  'ﷺ'.repeat(300),
] as const

const hostileNumbers = [
  0,
  -0,
  -1,
  1.5,
  0.1 + 0.2,
  1e-7,
  999,
  1000,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 63),
  1e21,
  1.797e308,
  5e-324,
]

/** Prefix of raw text, possibly invalid JSON, that `toJson` inserts unescaped. */
const RAW = '\u0001raw:'
const rawPieces = ['NaN', '1e999', '-1e999', '"\\ud800"', '"\\u0000"', '01', '1.', 'Infinity', '{"a":1,"a":2}']

export const hostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)

/** Any JSON value, and invalid JSON. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.constantFrom(...rawPieces).map((piece) => RAW + piece) },
  { weight: 1, arbitrary: fc.constantFrom(20, 200, 3000).map(nest) },
  { weight: 1, arbitrary: fc.dictionary(hostileText, fc.constantFrom(...hostileNumbers), { maxKeys: 5 }) },
  { weight: 1, arbitrary: fc.constantFrom(101, 1001).map((length) => new Array(length).fill(1)) },
)

function nest(depth: number): string {
  return `${RAW}${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`
}

type Change =
  | { how: 'replace'; at: number; value: unknown }
  | { how: 'remove'; at: number }
  | { how: 'add'; at: number; key: string; value: unknown }

const at = fc.nat(1000)
const addedKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'role',
  'id',
  'user_id',
  'total_count',
  'seller_id',
  '',
  'é',
)
export const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ how: fc.constant('replace' as const), at, value: hostileValue }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('remove' as const), at }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('add' as const), at, key: addedKey, value: hostileValue }) },
)

interface Place {
  holder: Record<string, unknown>
  key: string
}

/** Returns a changed copy of a value; the `at` of a change is taken modulo the number of places. */
export function changed(value: unknown, changes: Change[]): unknown {
  const root: Record<string, unknown> = { value: structuredClone(value) }
  for (const each of changes) {
    // Without the copy, a value used twice could contain itself.
    const one = structuredClone(each)
    const places: Place[] = []
    collect(root, 'value', places)
    const place = places[one.at % places.length] as Place
    const present = place.holder[place.key]
    if (one.how === 'replace') place.holder[place.key] = one.value
    else if (one.how === 'remove') delete place.holder[place.key]
    else if (typeof present === 'object' && present !== null)
      // An assignment to `__proto__` would not create a key.
      Object.defineProperty(present, one.key, {
        value: one.value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return root.value
}

function collect(holder: Record<string, unknown>, key: string, places: Place[]): void {
  places.push({ holder, key })
  const value = holder[key]
  if (typeof value !== 'object' || value === null) return
  for (const inner of Object.keys(value)) collect(value as Record<string, unknown>, inner, places)
}

/** Returns JSON with raw texts inserted unescaped. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.replace(/"\\u0001raw:((?:[^"\\]|\\.)*)"/g, (_all, piece) => JSON.parse(`"${piece}"`))
}
