import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import type { Texts } from '../kernel/format-message.ts'

const PLAIN = 'abcdefghijklmnoprstuvwyzABCDEFGHIJKLMNOPRSTUVWYZ'
const ACCENTED = Array.from('áƀçðéƒĝĥíĵķļɱñóþŕšţúṽŵýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞŔŠŢÚṼŴÝŽ')
const MORE = 0.4

/**
 * Translates an English text in ICU form to the pseudo-language: with accents, in brackets between direction marks, and 40%
 * longer. On its pages plain English is a text without translation, and a missing bracket a truncated text.
 */
export function pseudoText(text: string): string {
  const length = text.replace(/\{[^{}]*\}/g, '').length
  // Filler in words, so that lines break as in a real language.
  const filler = '·'.repeat(Math.ceil(length * MORE)).replace(/·{6}(?=·)/g, '$& ')
  return `\u2068[${printAST(accented(parse(text)))} ${filler}]\u2069`
}

/** Returns the pseudo-language's texts of catalogs. */
export function pseudoTexts<T extends Texts>(texts: T): T {
  const entries = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' ? pseudoText(text) : pseudoTexts(text),
  ])
  return Object.fromEntries(entries)
}

function accented(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if ('options' in element) return { ...element, options: mapped(element.options) } as MessageFormatElement
    const isText = 'value' in element && element.type === 0
    return isText ? { ...element, value: element.value.replace(/[a-z]/gi, accent) } : element
  })
}

function mapped(options: Record<string, { value: MessageFormatElement[] }>) {
  return Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, { value: accented(value) }]))
}

function accent(letter: string): string {
  return ACCENTED[PLAIN.indexOf(letter)] ?? letter
}
