import { IntlMessageFormat } from 'intl-messageformat'
import type { ErrorDefinitions } from './error-definition.ts'
import { type Constants, type Messages, shownValue, type Texts } from './format-message.ts'
import { byLocale, currentLanguage, currentLocale } from './language.ts'
import type { LanguageCode } from './languages.ts'

type Catalogs = Readonly<Record<string, Texts>>

const catalogs: Record<string, Texts> = {}
const translations = new Map<LanguageCode, Catalogs>()
/** By text, for each locale: a key of both would be a new string for each message. */
const parsed = byLocale(() => new Map<string, IntlMessageFormat>())

/**
 * Returns the messages of a catalog from English texts in ICU form
 * (https://unicode-org.github.io/icu/userguide/format_parse/messages/). Reading a message returns it in the current language.
 * Builds of the pages use `compiled-messages.ts` instead.
 */
export function defineMessages<const T extends Texts, const C extends Constants = Record<never, never>>(
  catalog: string,
  texts: T,
  constants?: C,
): Messages<T, C> {
  catalogs[catalog] = texts
  return messagesOf(texts, [catalog], constants) as Messages<T, C>
}

/**
 * Returns the definitions of a catalog's failures. Reading a text returns it in the current language; texts of spread
 * definitions are unchanged.
 */
export function defineErrors<const Definitions extends ErrorDefinitions>(
  catalog: string,
  definitions: Definitions,
): Definitions {
  const texts: Record<string, string> = {}
  const errors: Record<string, object> = {}
  for (const [code, definition] of Object.entries(definitions)) {
    const text: unknown = Object.getOwnPropertyDescriptor(definition, 'text')?.value
    if (typeof text !== 'string') {
      errors[code] = definition
      continue
    }
    texts[code] = text
    errors[code] = Object.defineProperty({ status: definition.status }, 'text', {
      get: () => translated(text, [catalog, code]),
      enumerable: true,
    })
  }
  catalogs[catalog] = texts
  return errors as Definitions
}

/** Returns all English texts that were defined so far, by catalog. */
export function definedTexts(): Catalogs {
  return catalogs
}

/** Adds the texts of a language. Missing ones are shown in English. */
export function addTranslation(language: LanguageCode, texts: Catalogs): void {
  translations.set(language, texts)
}

function translated(text: string, path: readonly string[]): string {
  const found = path.reduce<string | Texts | undefined>(
    (texts, name) => (typeof texts === 'object' ? texts[name] : undefined),
    translations.get(currentLanguage()),
  )
  return typeof found === 'string' ? found : text
}

function messagesOf(texts: Texts, path: readonly string[], constants: Constants = {}): object {
  const messages = {}
  for (const [name, text] of Object.entries(texts)) {
    const own = [...path, name]
    const property: PropertyDescriptor =
      typeof text === 'object'
        ? { value: messagesOf(text, own, constants) }
        : text.includes('{')
          ? { value: (values?: object) => format(translated(text, own), { ...values, ...constants }) }
          : { get: () => format(translated(text, own), {}) }
    Object.defineProperty(messages, name, { ...property, enumerable: true })
  }
  return messages
}

function format(text: string, values: object): string {
  // Without arguments and quotes, formatting leaves a text unchanged.
  if (!/[{']/.test(text)) return text
  const shown = Object.entries(values).map(([name, value]) => [name, shownValue(value)])
  return String(messageOf(text).format(Object.fromEntries(shown)))
}

function messageOf(text: string): IntlMessageFormat {
  const known = parsed().get(text) ?? new IntlMessageFormat(text, currentLocale(), undefined, { ignoreTag: true })
  parsed().set(text, known)
  return known
}
