import { isStringOneByteRepresentation } from 'node:v8'

// V8 keeps a text at one byte a character, or all of it at two when a single one is beyond Latin-1. A page at two takes a
// fifth longer to render: "product page, not kept" of `npm run bench`, in turns, 2026-11-25.

const BEYOND_LATIN_1 = /[\u0100-\u{10ffff}]/gu
/** All of these but punctuation and signs, of which a page has some: what is written in other letters stays as it is. */
const LETTERS_BEYOND = /[\u0100-\u1fff\u2c00-\uffff]/

/** Returns the same markup at one byte a character, where a few references for punctuation and signs allow that. */
export function toOneByte(markup: string): string {
  return isStringOneByteRepresentation(markup) || LETTERS_BEYOND.test(markup) ? markup : withReferences(markup)
}

/** Returns the same markup at one byte a character, with a reference for each character beyond Latin-1. */
export function withReferences(markup: string): string {
  const narrow = markup.replace(BEYOND_LATIN_1, (character) => `&#${character.codePointAt(0)};`)
  // What was replaced stays at two bytes until it is copied.
  return Buffer.from(narrow, 'latin1').toString('latin1')
}
