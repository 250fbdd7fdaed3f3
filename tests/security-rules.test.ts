import type { ESTree } from 'vite'
import { expect, test } from 'vitest'
import { readConfig } from '../server/platform/config/config.ts'
import { rateLimits } from '../server/platform/load/rate-limit.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../shared/cart/constants.ts'
import {
  MAX_DESCRIPTION_BYTES,
  MAX_DESCRIPTION_DEPTH,
  MAX_DESCRIPTION_TAGS,
  MAX_OTHER_IMAGES,
} from '../shared/catalog/constants.ts'
import { MAX_MESSAGE_LENGTH, MAX_MESSAGES } from '../shared/conversations/constants.ts'
import { constantText, type Source, sourcesBelow, visit } from './support/sources.ts'

const figure = new Intl.NumberFormat('en-US')

/** Returns the limits with their default figures, as a section of docs/measured/security.md. */
function limitsSection(): string {
  const { writesPerHour, maxProductsPerSeller, maxStoredMibPerAccount } = readConfig({}, false)
  const rows = [
    ['changes by an account', `${writesPerHour} an hour (\`WRITES_PER_HOUR\`)`, '429 with `Retry-After`'],
    ['products of a seller', `${figure.format(maxProductsPerSeller)} (\`MAX_PRODUCTS_PER_SELLER\`)`, '409'],
    ['files of an account', `${figure.format(maxStoredMibPerAccount)} MiB (\`MAX_STORED_MIB_PER_ACCOUNT\`)`, '413'],
    ['pictures of a product', `${1 + MAX_OTHER_IMAGES}`, '413'],
    ['lines of a cart, units of a line', `${MAX_CART_LINES}, ${MAX_LINE_QUANTITY}`, '409, 400'],
    ['messages of a conversation about an order', String(MAX_MESSAGES), '409'],
    ['length of a message', `${figure.format(MAX_MESSAGE_LENGTH)} characters`, '400'],
    ['size of a description', `${figure.format(MAX_DESCRIPTION_BYTES)} bytes`, '400'],
    ['tags of a description, before it is cleaned', figure.format(MAX_DESCRIPTION_TAGS), '400'],
    ['nesting of a description, before it is cleaned', String(MAX_DESCRIPTION_DEPTH), '400'],
    ...Object.values(rateLimits).map(({ name, uses, seconds }) => [
      `rate limit \`${name}\``,
      `${figure.format(uses)} in ${seconds} s`,
      '429 with `Retry-After`',
    ]),
  ]
  return `## Limits

The figures are defaults; the settings named are in [configuration](../configuration.md). An account's changes are counted for
all processes together: each draws a thirtieth of an hour's changes from the database at once.

| limit | figure | beyond it |
|---|---|---|
${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`
}

/** Every security rule with its requirement in one line. */
const SECURITY_RULES: Readonly<Record<string, string>> = {
  A1: 'Identity and role come from a verified access token and the database, from nothing else a caller can write.',
  A2: 'The role stands in a field only the server writes; the copy in the metadata has no effect.',
  A3: 'Sign-up gives buyers and sellers; only the operator’s command or setup link makes an admin; no default accounts off loopback.',
  A4: 'A demotion or ban counts from the next call, whatever the token says.',
  A5: 'Every route declares who may call it; one that does not stops the start; the default is refuse.',
  A6: 'Visitor 401, wrong role 403, another user’s thing 403 or 404, as the table of permissions says.',
  A7: 'Ownership is part of the SQL statement.',
  B1: 'Access tokens: one algorithm per key, keys from configuration only, exp, aud, iss and kind checked, an hour’s life.',
  B2: 'Refresh tokens: random, stored as a hash, replaced at every use; late reuse ends the session.',
  B3: 'Signing out ends tokens at once, for the scopes local, others and global.',
  B4: 'What is for one use is consumed by one conditional update, bound to purpose and user, and short-lived.',
  B5: 'Passwords: 8 to 128 characters, exactly as typed, argon2id with a salt, common ones refused.',
  B6: 'A change of password needs a sign-in of the last 24 hours, and ends all other sessions.',
  B7: 'Whether an account exists shows neither in status, body nor time.',
  B8: 'Email addresses are trimmed, lower-cased and unique, also when sign-ups race.',
  B9: 'Rate limits by network (an IPv6 /64 is one) and by account, shared by processes; no one else can lock the owner out.',
  B10: 'The client’s address is the socket’s; forwarding headers count from configured proxies only.',
  B11: 'Redirects and links lead to configured origins only; "back to where I was" stays on this site.',
  B12: 'Changing a sign-in factor needs the assurance level the account has set up; the last identity stays.',
  B13: 'Outside identities: issuer, audience, nonce, state and signature are checked; matched by provider and subject.',
  C1: 'Every body, query and path parameter has a strict schema; unknown fields are never applied.',
  C2: 'Text is valid Unicode without control characters, or refused before the database.',
  C3: 'Maps keyed by user input have no prototype; keys must look like product ids.',
  C4: 'SQL is constant text with parameters; sorting from a fixed list; LIKE patterns escaped.',
  C5: 'User text is never compiled into a regular expression; our own patterns are linear-time.',
  C6: 'Validation rules live in one module for server and browser; the server’s result counts.',
  D1: 'Money is whole cents in code and checked exact decimals in the database.',
  D2: 'Placing an order is one transaction, answered after its commit.',
  D3: 'Id, buyer, state, time, total and prices of an order are the server’s.',
  D4: 'Numbers come from sequences: unique, never used again, growing past five digits.',
  D5: 'Idempotency keys: same request, stored response; other request 422; without a key still one order per cart.',
  D6: 'Serialization failures and deadlocks are tried again up to 3 times, then 503.',
  D7: 'Blank shipping fields are fine; wrong types, long fields and unknown payment methods are refused.',
  D8: 'A product missing at checkout is a 409 that names it; the cart stays.',
  D9: 'Payment details are not sent; if they arrive, they are dropped before log, disk and response.',
  D10: 'Cart changes are atomic per line, within 100 lines of 1 to 999.',
  D11: 'The first-login merge is applied once; unknown products are named, malformed lines refuse it.',
  D12: 'Clearing the cart after an order needs the own order made from it, and leaves later lines.',
  D13: 'Of an order only the state changes, by admins, within five values, and is recorded; a missing address is added once.',
  D14: 'Deleting a product hides it; orders keep their lines.',
  D15: 'The total that the page showed may come with an order; at another total nothing is ordered.',
  E1: 'Pictures: JPEG, PNG, WebP, AVIF, GIF (first frame) by content, within limits that hold while streaming; SVG is refused.',
  E2: 'Every picture is decoded and written again, without metadata; the original is not kept.',
  E3: 'Storage paths are the server’s, stay below the root, follow no links; half-written files are removed.',
  E4: 'Stored files are served with a fixed type, nosniff and a sandboxing policy; no directory listing.',
  E5: 'Addresses of pictures are ones our storage issued; addresses given by users are never fetched.',
  E6: 'Descriptions are cleaned by one allow-list when saved and when shown: other elements lose their tags and keep their text, scripts, styles, frames and their kind vanish with their content.',
  E7: 'Pages run no inline script and no eval; headers on all responses; no cookies; cross-origin by configuration.',
  E8: 'Text cells of a CSV that start like a formula are prefixed.',
  F1: 'Sizes, times and numbers of rows are limited; beyond is 413, 414, 431, 408 or 503, never a crash.',
  F2: 'The embedded PostgreSQL: not root, private, behind a password, fsync on, shared, stopped by the last.',
  F3: 'Inside a transaction the pool refuses at once.',
  F4: 'Migrations: ordered, checksummed, one transaction each, with time limits, from several processes.',
  F5: '/healthz without the database, /readyz when all is good, SIGTERM finishes what runs within 10 s.',
  F6: 'Unexpected errors are a bare 500 with a request id.',
  F7: 'Logs: one JSON line a request, route patterns, never secrets; security events are logged.',
  F8: 'Secrets: from files or environment, 32 bytes at least, or no start; metrics on a local port.',
  F9: 'Dependencies: pinned by the lock file, installed without scripts, no known high advisories.',
  F10: 'A backup of a running market is consistent, and can be restored.',
  F11: 'Writes have limits and quotas, requests a bound of CPU time; no decision rests on the peer’s address alone.',
}

interface NamedTest {
  file: string
  title: string
  rules: string[]
}

/** Matches titles that begin with the rules that they prove: `D10: …` or `D2, D3: …`. */
const NAMED = /^([A-Z]\d+(?:, [A-Z]\d+)*): /

/** Returns true for a test or a group of tests, `test(…)` or `describe.each(…)(…)`, that is not skipped. */
function makesTests(callee: ESTree.Node): boolean {
  if (callee.type === 'Identifier') return ['test', 'it', 'describe'].includes(callee.name)
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression') {
    return makesTests(callee.type === 'CallExpression' ? callee.callee : callee.tag)
  }
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  return !['skip', 'todo'].includes(callee.property.name) && makesTests(callee.object)
}

/** Returns the titles of a call: its first argument, or for `%s` the first cells of its table. */
function titlesOf({ callee, arguments: [first] }: ESTree.CallExpression): string[] {
  const title = makesTests(callee) ? constantText(first) : undefined
  if (title === undefined) return []
  const table = callee.type === 'CallExpression' ? callee.arguments[0] : undefined
  if (!title.startsWith('%s') || table?.type !== 'ArrayExpression') return [title]
  const cells = table.elements.map((row) => (row?.type === 'ArrayExpression' ? row.elements[0] : row))
  return cells.flatMap((cell) => constantText(cell) ?? [])
}

function testsOf(source: Source): NamedTest[] {
  const found: NamedTest[] = []
  visit(source, {
    CallExpression(call) {
      for (const title of titlesOf(call)) {
        const rules = NAMED.exec(title)?.[1]?.split(', ')
        if (rules) found.push({ file: source.file, title, rules })
      }
    },
  })
  return found
}

const tests = sourcesBelow(['shared', 'db', 'demo', 'server', 'sandbox', 'web', 'tests', 'chaos', 'cli'])
  .filter(({ file }) => /\.test\.tsx?$/.test(file))
  .flatMap(testsOf)

test('every security rule has a test that names it', () => {
  const named = new Set(tests.flatMap(({ rules }) => rules))
  expect(Object.keys(SECURITY_RULES).filter((rule) => !named.has(rule))).toEqual([])
})

test('no title names an unknown rule', () => {
  const wrong = tests.filter(({ rules }) => rules.some((rule) => !(rule in SECURITY_RULES)))
  expect(wrong).toEqual([])
})

test('docs/measured/security.md lists the tests of each rule; `npx vitest run tests/security-rules -u` updates it', async () => {
  const sections = Object.entries(SECURITY_RULES).map(([rule, demand]) => {
    const own = tests.filter(({ rules }) => rules.includes(rule))
    const lines = own.map(({ file, title }) => `- ${title.replace(NAMED, '').replaceAll('|', '\\|')} (\`${file}\`)`)
    return `## ${rule}\n\n${demand}\n\n${lines.join('\n')}\n`
  })
  const page = `# The security rules and the tests that prove them

Written by \`tests/security-rules.test.ts\` from the titles of the tests; they come through the front door of the running
product. Change a title, not this page.

${limitsSection()}
${sections.join('\n')}`
  await expect(page).toMatchFileSnapshot('../docs/measured/security.md')
})
