import { LANGUAGES, type LanguageCode, SOURCE_LANGUAGE } from './languages.ts'
import { type MarketFacts, marketFacts, STANDARD_FACTS } from './market-facts.ts'

// Set by a build of the pages, whose scripts have no code for other languages.
declare const __LANGUAGE__: LanguageCode | undefined
declare const __LOCALE__: string | undefined
declare const __BASE_PATH__: string | undefined
declare const __LANGUAGES__: readonly LanguageCode[] | undefined

/** In pages: the marketplace's languages; undefined when there is only one. */
export const PAGE_LANGUAGES = typeof __LANGUAGES__ === 'undefined' ? undefined : __LANGUAGES__
/** In pages: the base path of links. */
export const BASE_PATH = typeof __BASE_PATH__ === 'undefined' ? '' : __BASE_PATH__

let source = (): LanguageCode => SOURCE_LANGUAGE

/** Sets the function that returns the language of the current request, on the server. */
export function setLanguageSource(languageOfRequest: () => LanguageCode): void {
  source = languageOfRequest
}

/** Returns the current language of texts. */
export function currentLanguage(): LanguageCode {
  return typeof __LANGUAGE__ === 'undefined' ? source() : __LANGUAGE__
}

/** Returns the current locale of numbers, amounts and dates: the marketplace's in English texts. */
export function currentLocale(): string {
  const locale = typeof __LOCALE__ === 'undefined' ? LANGUAGES[source()].locale : __LOCALE__
  return locale === STANDARD_FACTS.locale ? marketFacts().locale : locale
}

/** Returns a function that returns the value for the current locale, created once for each. */
export function byLocale<Value>(create: (locale: string) => Value): () => Value {
  // Created on demand: a format takes milliseconds, too long for the start of a page.
  const created = new Map<string, Value>()
  return () => {
    const locale = currentLocale()
    const value = created.get(locale) ?? create(locale)
    created.set(locale, value)
    return value
  }
}

/** Returns a function that returns the value for the current locale and the facts of the marketplace, created once for both. */
export function byMarket<Value>(create: (locale: string, facts: MarketFacts) => Value): () => Value {
  // By the object, as a page shows many amounts: a joined key would take longer than the amount.
  const created = new WeakMap<MarketFacts, () => Value>()
  return () => {
    const facts = marketFacts()
    const value = created.get(facts) ?? byLocale((locale) => create(locale, facts))
    created.set(facts, value)
    return value()
  }
}
