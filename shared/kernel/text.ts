import { z } from 'zod'
import { nameMessages } from './name-messages.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern is what refuses them
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/

/** Characters that cannot be seen or turn the text around: directions, joiners, separators, fillers, tags. */
const hidden = /[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2060-\u206f\u3164\uffa0\u{e0000}-\u{e007f}]|\u034f/gu
/** More combining marks on one character than any word needs. */
const stackedMarks = /(?<=\p{M}{4})\p{M}+/gu

/** Returns whether a text is valid Unicode on one line, without control characters. */
export function isPlainLine(text: string): boolean {
  return text.isWellFormed() && !controlCharacters.test(text)
}

/** Returns a schema for valid Unicode on one line, without control characters, at most `maxLength` characters. */
export function singleLineText(maxLength: number) {
  return z.string().max(maxLength).refine(isPlainLine, 'must be plain text on one line')
}

/** Returns a name without what `isPlainName` refuses. */
export function cleanName(name: string): string {
  return name.replace(hidden, '').replace(stackedMarks, '')
}

/** Returns whether a name is what it looks like: no hidden or direction characters, at most four marks on one another. */
export function isPlainName(name: string): boolean {
  return cleanName(name) === name
}

/** Returns a schema for a name of a product, user, shop or carrier: one line that is what it looks like. */
export function nameText(maxLength: number) {
  return singleLineText(maxLength).refine(isPlainName, nameMessages.notPlain)
}

/** Returns a schema for valid Unicode of several lines, without other control characters, at most `maxLength` characters. */
export function multiLineText(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .refine((text) => isPlainLine(text.replaceAll(/[\r\n\t]/g, ' ')), 'must be plain text')
}

/** Returns a schema for a whole number in a query string, from `min` to `max`: digits only, without sign, exponent or spaces. */
export function queryInteger(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
}
