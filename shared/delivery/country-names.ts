import { byLocale } from '../kernel/language.ts'
import { COUNTRIES } from '../kernel/regions.ts'

const names = byLocale((locale) => new Intl.DisplayNames(locale, { type: 'region' }))

/** Returns the name of a country, in the current language, from its ISO 3166-1 alpha-2 code. */
export function countryName(code: string): string {
  return names().of(code) ?? code
}

/** Returns all countries by their names in the current language, for a drop-down. */
export const countryOptions = byLocale((locale) =>
  COUNTRIES.map((value) => ({ value, text: countryName(value) })).toSorted((one, other) =>
    one.text.localeCompare(other.text, locale),
  ),
)

/** Letters with a stroke and ligatures, which Unicode does not decompose. */
const PLAIN: Readonly<Record<string, string>> = { Æ: 'AE', Đ: 'D', Ð: 'D', Ħ: 'H', Ł: 'L', Ø: 'O', Œ: 'OE', Þ: 'TH' }

/** Returns a name for comparisons: without case, accents, blanks, punctuation, and "the". */
export function plainName(name: string): string {
  return (
    name
      .normalize('NFKD')
      // Accents of Latin, Greek and Cyrillic letters, vowels of Hebrew and Arabic ones; marks of other scripts matter.
      .replaceAll(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, '')
      .toUpperCase()
      .replaceAll(/[ÆĐÐĦŁØŒÞ]/g, (letter) => PLAIN[letter] ?? '')
      .replaceAll('&', 'AND')
      .replaceAll(/\bST\b/g, 'SAINT')
      .replaceAll(/\bTHE\b|[^\p{L}\p{M}\p{N}]/gu, '')
  )
}
