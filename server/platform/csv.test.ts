import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['\rx', `"'\rx"`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['＝1', "'＝1"],
  ['1=1', '1=1'],
  ["'=1", "'=1"],
])('E8: %j is written %j', (cell, written) => {
  expect(csvRow([cell, 'next'])).toBe(`${written},next\r\n`)
})

test('numbers are no texts: a negative one stays a number', () => {
  expect(csvRow([-1.5, 0, true])).toBe('-1.5,0,true\r\n')
})
