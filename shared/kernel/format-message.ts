import type { GetICUArgs } from '@schummar/icu-type-parser'
import format, { type CompiledMessage, type FormatOptions, type FormatValues } from 'icu-minify/format'
import { byLocale, currentLocale } from './language.ts'
import { formatList, isolated } from './locale.ts'

export type { CompiledMessage } from 'icu-minify/format'

/** The values of a text's arguments; a list is joined. */
type Values<Text extends string> = GetICUArgs<
  Text,
  { ICUNumberArgument: number; ICUArgument: string | number | readonly string[] }
>

export type Texts = { readonly [name: string]: string | Texts }
/** Values that are the same in each text, such as limits. */
export type Constants = Readonly<Record<string, string | number>>

/** A text without arguments is a string, one with arguments a function of their values. */
export type Messages<T, C = unknown> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? keyof Values<T[Name]> extends never
      ? string
      : keyof Omit<Values<T[Name]>, keyof C> extends never
        ? () => string
        : (values: Omit<Values<T[Name]>, keyof C>) => string
    : Messages<T[Name], C>
}

/** Returns the text of a message in the present language. Names in it do not reorder the words around them. */
export function formatMessage(message: CompiledMessage, values: object): string {
  const shown = Object.entries(values).map(([name, value]) => [name, shownAs(value)])
  return String(format(message, currentLocale(), Object.fromEntries(shown) as FormatValues, OPTIONS))
}

function shownAs(value: unknown): unknown {
  if (Array.isArray(value)) return formatList(value)
  return typeof value === 'string' ? isolated(value) : value
}

const numberFormat = byLocale((locale) => new Intl.NumberFormat(locale))
const pluralRules = byLocale((locale) => new Intl.PluralRules(locale))
const OPTIONS: FormatOptions = {
  formatters: {
    getNumberFormat: numberFormat,
    getPluralRules: pluralRules,
    getDateTimeFormat: (locale, options) => new Intl.DateTimeFormat(locale, options),
  },
}
