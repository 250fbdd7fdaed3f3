import { expect, test } from 'vitest'
import { isolated } from './locale.ts'
import { cleanName, isPlainName, nameText } from './text.ts'

const name = nameText(100)

test.each([
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'],
  ...['\u2060', '\u2061', '\u2063', '\u2065', '\u2066', '\u2067', '\u2068', '\u2069', '\u061c', '\ufeff', '\u00ad'],
  ...['\u2028', '\u3164', '\u{e0001}', '\u{e0067}', '\u{e007f}', 'e\u0301\u0302\u0303\u0304\u0305'],
])('a name with invisible, direction-changing or stacked characters is refused, and can be cleaned: %j', (part) => {
  for (const text of [`Desk${part}lamp`, `${part}Desk lamp`, `Desk lamp${part}`]) {
    expect(isPlainName(text)).toBe(false)
    expect(name.safeParse(text).error?.issues[0]?.message).toContain('visible characters only')
    expect(isPlainName(cleanName(text))).toBe(true)
  }
})

test.each([
  'Desk lamp',
  'Café “Zoë” – N° 5',
  'מנורת שולחן',
  'مصباح',
  '電気スタンド',
  'हिन्दी',
  'ไฟตั้งโต๊ะ',
  '辻\u{e0100}',
  'Lamp ❤️',
  'e\u0301\u0302\u0303\u0304',
])('names in any script are allowed: %s', (text) => {
  expect(name.parse(text)).toBe(text)
  expect(cleanName(text)).toBe(text)
})

test('a right-to-left name does not affect the direction of the text after it', () => {
  expect(isolated('Desk lamp, 5 pieces')).toBe('Desk lamp, 5 pieces')
  expect(isolated('מנורה (2)')).toBe('\u2068מנורה (2)\u2069')
  expect(isolated('old\u202ename')).toBe('\u2068old\u202ename\u2069')
  expect(isolated('\u2069ends\u2068 early')).toBe('\u2068ends early\u2069')
})
