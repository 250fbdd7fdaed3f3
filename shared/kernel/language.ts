import { LANGUAGES, type LanguageCode, SOURCE_LANGUAGE } from './languages.ts'

// A build of the pages sets these: its scripts have no code for other languages.
declare const __LANGUAGE__: LanguageCode | undefined
declare const __LOCALE__: string | undefined
declare const __BASE_PATH__: string | undefined
declare const __LANGUAGES__: readonly LanguageCode[] | undefined

/** In pages: the marketplace's languages; undefined when there is only one. */
export const PAGE_LANGUAGES = typeof __LANGUAGES__ === 'undefined' ? undefined : __LANGUAGES__
/** In pages: what the addresses of their links begin with. */
export const BASE_PATH = typeof __BASE_PATH__ === 'undefined' ? '' : __BASE_PATH__

let source = (): LanguageCode => SOURCE_LANGUAGE

/** Lets a server process have a language per request; a build of the pages has one. */
export function setLanguageSource(languageOfRequest: () => LanguageCode): void {
  source = languageOfRequest
}

/** Returns the language of the texts that are made now. */
export function currentLanguage(): LanguageCode {
  return typeof __LANGUAGE__ === 'undefined' ? source() : __LANGUAGE__
}

/** Returns the locale of the numbers, amounts and dates that are made now. */
export function currentLocale(): string {
  return typeof __LOCALE__ === 'undefined' ? LANGUAGES[source()].locale : __LOCALE__
}

/** Returns what `create` makes for the present locale, which it does once for each. */
export function byLocale<Value>(create: (locale: string) => Value): () => Value {
  // Formats take milliseconds to create, too long during the start of a page.
  const created = new Map<string, Value>()
  return () => {
    const locale = currentLocale()
    const value = created.get(locale) ?? create(locale)
    created.set(locale, value)
    return value
  }
}
