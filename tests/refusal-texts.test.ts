import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as sandboxTexts from '../sandbox/messages.ts'
import { authRefusals } from '../shared/auth/refusals.ts'
import type { RefusalTexts } from '../shared/kernel/refusals.ts'
import { type CodeUse, errorCodesIn, serverSources } from './support/error-codes.ts'

const sources = serverSources()
const textOf = (file: string) => sources.get(file) ?? ''
const matchesIn = (file: string, pattern: RegExp) => [...textOf(file).matchAll(pattern)].map(([, code = '']) => code)

/** The codes behind each expression that is not a literal, by file and expression. */
const COMPUTED: Record<string, () => string[]> = {
  'server/people/auth/factors/errors.ts `mfa_${type}_enroll_not_enabled`': () =>
    ['totp', 'phone', 'webauthn'].map((type) => `mfa_${type}_enroll_not_enabled`),
  'server/people/auth/factors/errors.ts `mfa_${type}_verify_not_enabled`': () =>
    ['totp', 'phone'].map((type) => `mfa_${type}_verify_not_enabled`),
  'server/people/auth/protocol/errors.ts `over_${channel}_send_rate_limit`': () =>
    ['email', 'sms'].map((channel) => `over_${channel}_send_rate_limit`),
  'server/people/auth/protocol/render-errors.ts code': () =>
    matchesIn('server/people/auth/protocol/render-errors.ts', /^ {2}\w+: '(\w+)',$/gm),
  // A provider's own codes cannot be listed; what is unreadable becomes `access_denied`.
  'server/people/auth/providers/errors.ts code': () => ['access_denied'],
  'server/shop/catalog/products/errors.ts code': () =>
    matchesIn('server/shop/catalog/products/errors.ts', /refused\(\d+, '(\w+)'\)/g),
  'server/shop/catalog/editing/failed-step.ts code': () =>
    matchesIn('server/shop/catalog/editing/failed-step.ts', /'(\w+)'(?: \||\n)/g).map((step) => `${step}_failed`),
  'server/shop/catalog/search/synonyms.ts code': () =>
    matchesIn('server/shop/catalog/search/synonyms.ts', /refused\(\d+, '(\w+)'\)/g),
  'server/platform/http/render-errors.ts code': () =>
    matchesIn('server/platform/http/render-errors.ts', /refusal\(\d+, '(\w+)'/g),
  'server/platform/http/unreadable-requests.ts ...NOT_HTTP': () =>
    matchesIn('server/platform/http/unreadable-requests.ts', /\[\d+, '(\w+)'/g),
}

/** Sources whose errors reach no screen, with the reason. */
const OTHER_SURFACES: Record<string, string> = {
  'server/people/accounts/operator-errors.ts': "commands print the error's own message",
  'server/programs/rest/errors.ts': 'the pages do not use the tables, besides the lookup of an address',
  'server/programs/rest/grammar/errors.ts': 'the same',
  'server/programs/storage/errors.ts':
    'the pages show one text for a picture that could not be uploaded; `picture_gone` has one',
}

const FOR_PROGRAMS = 'the pages never send such a request'
const TEXT_OF_THE_CALL = 'the text of the call says what failed; the user can only retry'

/** Codes without a text of their own, with the reason. */
const WITHOUT_TEXT: Record<string, string> = {
  // Any surface.
  invalid_request: 'forms check with the same rules first; otherwise the text of the call is shown',
  invalid_api_key: FOR_PROGRAMS,
  method_not_allowed: FOR_PROGRAMS,
  not_found: FOR_PROGRAMS,
  precondition_failed: FOR_PROGRAMS,
  range_not_satisfiable: FOR_PROGRAMS,
  too_large: FOR_PROGRAMS,
  too_slow: TEXT_OF_THE_CALL,
  unsupported_media_type: FOR_PROGRAMS,

  // Carts and orders: the specification has one text for any failure.
  cart_empty: 'the checkout says that the cart is empty',
  idempotency_key_in_use: TEXT_OF_THE_CALL,
  idempotency_key_reused: 'the checkout links to the orders',

  // Products.
  unknown_picture: FOR_PROGRAMS,

  // The sign-in protocol.
  anonymous_provider_disabled: FOR_PROGRAMS,
  bad_json: FOR_PROGRAMS,
  conflict: 'the client retries',
  mfa_webauthn_enroll_not_enabled: FOR_PROGRAMS,
  not_admin: FOR_PROGRAMS,
  saml_provider_disabled: FOR_PROGRAMS,
  unexpected_failure: TEXT_OF_THE_CALL,
  web3_provider_disabled: FOR_PROGRAMS,
}

const uses = errorCodesIn(sources).filter(({ file }) => !(file in OTHER_SURFACES))
const apiCatalogs = await readApiCatalogs()

test('every error code of the server has a text in the catalogs, or a reason to have none', () => {
  const missing = uses.flatMap((use) =>
    codesOf(use)
      .filter((code) => !Object.hasOwn(WITHOUT_TEXT, code) && !hasText(use.file, code))
      .map((code) => `${use.file}: ${code}`),
  )
  expect(missing).toEqual([])
})

test('the list of codes without a text has no code that has one, or that is not thrown any more', () => {
  const thrown = new Set(uses.flatMap(codesOf))
  const outdated = Object.keys(WITHOUT_TEXT).filter(
    (code) => !thrown.has(code) || uses.some((use) => codesOf(use).includes(code) && hasText(use.file, code)),
  )
  expect(outdated).toEqual([])
  const expressions = new Set(uses.filter(({ code }) => code === null).map(keyOf))
  expect(Object.keys(COMPUTED).filter((key) => !expressions.has(key))).toEqual([])
})

test('codes are found in every way in which sources create errors', () => {
  const found = errorCodesIn(
    new Map([
      [
        'server/a.ts',
        'class Odd extends Base {\n  constructor(reason: string, code: string) {\n    super(400, code, reason)\n  }\n}\n' +
          'class Base extends AppError {}\n' +
          "new AppError(\n  409,\n  'one',\n  say(`a, b`),\n)\nnew Odd('a, (b)', 'two')\nnew Base(400, three, 'text')",
      ],
    ]),
  )
  expect(found.map(({ code, expression }) => code ?? expression)).toEqual(['one', 'two', 'three'])
})

/** Returns the codes that one place throws. Throws for an expression that `COMPUTED` does not explain. */
function codesOf(use: CodeUse): string[] {
  if (use.code !== null) return [use.code]
  const codes = COMPUTED[keyOf(use)]?.() ?? []
  if (!codes.length) throw new Error(`${keyOf(use)}: which codes are these? See COMPUTED in this test.`)
  return codes
}

function keyOf({ file, expression }: CodeUse): string {
  return `${file} ${expression}`
}

/** The sign-in protocol has a catalog of its own; every other surface uses those of the features. */
function hasText(file: string, code: string): boolean {
  const ofSignIn = file.startsWith('server/people/auth/') || file === 'server/people/accounts/errors.ts'
  return ofSignIn ? Object.hasOwn(authRefusals, code) : apiCatalogs.some((texts) => Object.hasOwn(texts, code))
}

async function readApiCatalogs(): Promise<RefusalTexts[]> {
  const shared = fileURLToPath(new URL('../shared', import.meta.url))
  const files = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(messages|refusals)\.ts$/.test(file),
  )
  const modules: Record<string, RefusalTexts>[] = await Promise.all(files.map((file) => import(join(shared, file))))
  return [...modules, sandboxTexts].flatMap((module) =>
    Object.entries(module)
      .filter(([name, texts]) => name.endsWith('Refusals') && texts !== authRefusals)
      .map(([, texts]) => texts),
  )
}
