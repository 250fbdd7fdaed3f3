import { z } from 'zod'

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern is what refuses them
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/

/** Returns whether a text is valid Unicode on one line, without control characters. */
export function isPlainLine(text: string): boolean {
  return text.isWellFormed() && !controlCharacters.test(text)
}

/** Returns a schema for valid Unicode on one line, without control characters, at most `maxLength` characters. */
export function singleLineText(maxLength: number) {
  return z.string().max(maxLength).refine(isPlainLine, 'must be plain text on one line')
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
