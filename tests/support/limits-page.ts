import { readConfig } from '../../server/platform/config/config.ts'
import { rateLimits } from '../../server/platform/load/rate-limit.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../shared/cart/constants.ts'
import {
  MAX_DESCRIPTION_BYTES,
  MAX_DESCRIPTION_DEPTH,
  MAX_DESCRIPTION_TAGS,
  MAX_OTHER_IMAGES,
} from '../../shared/catalog/constants.ts'
import { MAX_MESSAGE_LENGTH, MAX_MESSAGES } from '../../shared/conversations/constants.ts'

const figure = new Intl.NumberFormat('en-US')

/** Returns the limits with their default figures, as a section of docs/measured/security.md. */
export function limitsSection(): string {
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
