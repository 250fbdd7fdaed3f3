import { z } from 'zod'
import { nameMessages } from './name-messages.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern is what refuses them
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/

/** Invisible characters and direction marks: joiners, separators, fillers, tags. */
const hidden = /[\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2060-\u206f\u3164\uffa0\u{e0000}-\u{e007f}]|\u034f/gu
/** Combining marks beyond the four that a character may have. */
const stackedMarks = /(?<=\p{M}{4})\p{M}+/gu

/** Returns whether a text is well-formed Unicode on one line, without control characters. */
export function isPlainLine(text: string): boolean {
  return text.isWellFormed() && !controlCharacters.test(text)
}

/** Creates a schema for one line of well-formed Unicode without control characters, at most `maxLength` characters. */
export function singleLineText(maxLength: number) {
  return z.string().max(maxLength).refine(isPlainLine, 'must be plain text on one line')
}

/** Creates the same schema, and trims the line. */
export function trimmedText(maxLength: number) {
  return singleLineText(maxLength).transform((text) => text.trim())
}

/** Creates a schema for an optional line; a blank one counts as none. */
export function optionalText(maxLength: number) {
  return singleLineText(maxLength)
    .transform((text) => text.trim() || undefined)
    .optional()
}

/** Creates a schema for HTML of at most `maxBytes`, with the same characters as a text of several lines. */
export function htmlText(maxBytes: number, tooLong: () => string) {
  return z
    .string()
    .refine(isPlainText, 'must be plain text')
    .refine((html) => new TextEncoder().encode(html).length <= maxBytes, { error: tooLong })
}

/** Removes the characters that `isPlainName` refuses. */
export function cleanName(name: string): string {
  return name.replace(hidden, '').replace(stackedMarks, '')
}

/** Returns whether a name has no hidden or direction characters, and at most four marks per character. */
export function isPlainName(name: string): boolean {
  return cleanName(name) === name
}

/** Creates a schema for the name of a product, user, shop or carrier: a plain name on one line. */
export function nameText(maxLength: number) {
  return singleLineText(maxLength).refine(isPlainName, { error: () => nameMessages.notPlain })
}

/**
 * Creates a schema for well-formed Unicode with line breaks but no other control characters, at most `maxLength`
 * characters.
 */
export function multiLineText(maxLength: number) {
  return z.string().max(maxLength).refine(isPlainText, 'must be plain text')
}

function isPlainText(text: string): boolean {
  return isPlainLine(text.replaceAll(/[\r\n\t]/g, ' '))
}

/** Creates a schema for a whole number in a query string, from 1 to `max`: digits only. */
export function queryInteger(max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(1).max(max))
}
