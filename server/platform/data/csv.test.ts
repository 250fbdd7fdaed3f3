import { expect, test } from 'vitest'
import { csvRows } from './csv.ts'

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
])('E8: %j is written as %j', (cell, written) => {
  expect(csvRows([[cell, 'next']])).toBe(`${written},next\r\n`)
})

test('a negative number stays a number', () => {
  expect(csvRows([[-1.5, 0, true]])).toBe('-1.5,0,true\r\n')
})
