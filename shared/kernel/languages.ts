interface Language {
  /** The language's name in the language itself. */
  name: string
  /** The locale of numbers, amounts and dates. */
  locale: string
  /** The `dir` of documents, which mirrors layouts. */
  direction: 'ltr' | 'rtl'
}

/** The available languages by `lang` (RFC 5646). English is the source, from which the pseudo-language is generated. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-US', direction: 'ltr' },
  de: { name: 'Deutsch', locale: 'de-DE', direction: 'ltr' },
  'en-XA': { name: 'Pseudo-English', locale: 'en-US', direction: 'ltr' },
} as const satisfies Record<string, Language>

export type LanguageCode = keyof typeof LANGUAGES

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as LanguageCode[]
export const SOURCE_LANGUAGE = 'en' satisfies LanguageCode

/** Returns the languages of a list such as `en,de`; pages of the first have no prefix. Throws for an unknown one. */
export function languagesOf(list?: string): [LanguageCode, ...LanguageCode[]] {
  const codes = (list || SOURCE_LANGUAGE).split(',').map((name) => {
    const code = LANGUAGE_CODES.find((known) => known === name.trim())
    if (!code) throw new Error(`there are no texts in ${name.trim() || 'a language without a name'}`)
    return code
  })
  const [first = SOURCE_LANGUAGE, ...more] = new Set(codes)
  return [first, ...more]
}

/** Returns the base path of pages in a language, empty for the first. */
export function basePathOf(language: LanguageCode, languages: readonly LanguageCode[]): string {
  return language === languages[0] ? '' : `/${language}`
}
