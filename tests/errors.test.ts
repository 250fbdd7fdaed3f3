import { expect, test } from 'vitest'
import { apiErrors, errorDetails } from '../server/programs/docs/api-errors.ts'
import type { ErrorDefinition } from '../shared/kernel/error-definition.ts'
import { errorText } from '../shared/kernel/errors.ts'
import { sourcesBelow } from './support/sources.ts'

/** Details for the texts that contain them. */
const EXAMPLES = {
  account_full: { mib: 500 },
  delivery_refund_too_large: { left: 4.9 },
  insufficient_stock: { lines: [{ product_name: 'Brass Lantern', available: 2 }] },
  method_gone: { seller: 'Ada Lamps' },
  more_than_asked: { product_name: 'Brass Lantern', left: 2 },
  not_delivered_there: { sellers: [{ seller: 'Ada Lamps' }], country: 'France' },
  not_returnable: { product_name: 'Brass Lantern', left: 2 },
  nothing_left: { product_name: 'Brass Lantern', left: 2 },
  payment_declined: { reason: 'expired_card' },
  product_gone: { product_names: ['Brass Lantern'] },
  refund_too_large: { left: 20 },
  return_period_over: { until: '2026-12-01T12:00:00Z' },
  right_missing: { right: 'orders' },
  stock_changed: { on_hand: 7 },
  stock_reserved: { reserved: 3 },
  too_many: { max_per_order: 5 },
  too_many_alerts: { limit: 50 },
  too_many_products: { limit: 10_000 },
  total_changed: { total: 49.5 },
  write_limit: { limit: 500, minutes: 12 },
}

function errorsPage(): string {
  const groups = Object.entries(apiErrors).map(([name, group]) => {
    const own = Object.entries<ErrorDefinition>(group).filter(
      ([code, definition]) => name === 'Every call' || !isCommon(code, definition),
    )
    return `## ${name}\n\n| code | status | text | details |\n|---|---|---|---|\n${own.map(rowOf).join('\n')}\n`
  })
  return `# The errors of \`/api\`

A refusal is JSON: \`{ "code", "message", "details"?, "request_id" }\`. Codes and details are stable; texts are for people.
The answers of \`/auth/v1\`, \`/storage/v1\` and \`/rest/v1\` are those of their protocols.
This page is written by \`npx vitest run tests/errors.test.ts -u\` from \`shared/*/errors.ts\`.

${groups.join('\n')}`
}

const isCommon = (code: string, definition: ErrorDefinition) =>
  Object.entries<ErrorDefinition>(apiErrors['Every call']).some(
    ([name, common]) => name === code && common === definition,
  )

function rowOf([code, definition]: [string, ErrorDefinition]): string {
  const { status } = definition
  const examples: Record<string, unknown> = EXAMPLES
  const text = errorText({ [code]: definition }, code, examples[code])
  const schemas: Record<string, { shape: object }> = errorDetails
  const details = Object.keys(schemas[code]?.shape ?? {}).map((name) => `\`${name}\``)
  return `| \`${code}\` | ${status} | ${text} | ${details.join(', ')} |`
}

test('docs/measured/errors.md lists every failure of /api with its status, text and details', async () => {
  const page = errorsPage()
  // A text whose argument has no example.
  expect(page).not.toMatch(/NaN|""/)
  await expect(page).toMatchFileSnapshot('../docs/measured/errors.md')
})

/** Protocols of other projects, and errors that the operator reads at the terminal. */
const OTHER_PROTOCOLS =
  /^server\/(people\/(auth\/|accounts\/(errors|change-as-operator)\.ts)|programs\/|platform\/http\/(errors|render-errors)\.ts)/
/** Passes on the status of its cause. */
const WITH_OTHER_STATUS = 'server/shop/catalog/editing/failed-step.ts'

test('a failure of /api is thrown from its definition, the only place with its status and text', () => {
  const own = sourcesBelow(['server', 'sandbox']).filter(
    ({ file, text }) => !file.endsWith('.test.ts') && /new AppError\(/.test(text) && !OTHER_PROTOCOLS.test(file),
  )
  expect(own.map(({ file }) => file)).toEqual([WITH_OTHER_STATUS])
})
