import { shownValue } from './format-message.ts'
import { byLocale } from './language.ts'
import { formatNumber } from './locale.ts'

// Called by the functions that `tools/compile-messages.ts` generates for texts with arguments in builds of the pages.

const pluralRules = byLocale((locale) => new Intl.PluralRules(locale))

export { formatNumber, shownValue }

/** Returns the option of a plural for a count: an exact one such as `=0`, else by the language's rules. */
export function pluralOption(count: number, options: Record<string, string>): string | undefined {
  return options[`=${count}`] ?? options[pluralRules().select(count)] ?? options.other
}

/** Returns the option of a select for a value. */
export function selectOption(value: unknown, options: Record<string, string>): string | undefined {
  return options[String(value)] ?? options.other
}
