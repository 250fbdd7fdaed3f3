import type { GetICUArgs } from '@schummar/icu-type-parser'
import { formatList, isolated } from './locale.ts'

/** The values of a text's arguments; a list is joined. */
type Values<Text extends string> = GetICUArgs<
  Text,
  { ICUNumberArgument: number; ICUArgument: string | number | readonly string[] }
>

export type Texts = { readonly [name: string]: string | Texts }
/** Values that are the same in each text, such as limits; a function is called when a text is shown. */
export type Constants = Readonly<Record<string, string | number | (() => string)>>

/** Omits properties from each member of a union. */
type Without<T, Names extends PropertyKey> = T extends unknown ? Omit<T, Names> : never

/** A text without arguments is a string, one with arguments a function of their values. */
export type Messages<T, C = unknown> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? keyof Values<T[Name]> extends never
      ? string
      : keyof Omit<Values<T[Name]>, keyof C> extends never
        ? () => string
        : (values: Without<Values<T[Name]>, keyof C>) => string
    : Messages<T[Name], C>
}

/** Returns a value for a text: lists are joined, and names isolated so that they do not reorder the words around them. */
export function shownValue(value: unknown): string | number {
  if (typeof value === 'function') return isolated(value())
  if (Array.isArray(value)) return formatList(value)
  return typeof value === 'string' ? isolated(value) : (value as number)
}
