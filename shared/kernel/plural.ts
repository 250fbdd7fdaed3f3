import { byLocale } from './language.ts'
import { formatNumber } from './locale.ts'

const rules = byLocale((locale) => new Intl.PluralRules(locale))

/** A message per plural form of the language; `other` stands in for missing forms. */
interface PluralForms {
  one?: string
  other: (count: string) => string
}

/** Returns the message for a count: `plural(count, { one: '1 product', other: (n) => `${n} products` })`. */
export function plural(count: number, { one, other }: PluralForms): string {
  if (one !== undefined && rules().select(count) === 'one') return one
  return other(formatNumber(count))
}
