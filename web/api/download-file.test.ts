import { expect, test } from 'vitest'
import { createRowCounter } from './download-file.ts'

test.each([
  ['', 0],
  ['a,b\r\n', 0],
  ['a,b\r\n1,2\r\n', 1],
  ['a,b\r\n"two\nlines","say ""hi""\n"\r\n3,4\r\n', 2],
])('counts the rows of %j wherever its chunks end', (text, rows) => {
  const bytes = new TextEncoder().encode(text)
  for (let cut = 0; cut <= bytes.length; cut++) {
    const count = createRowCounter()
    count(bytes.slice(0, cut))
    expect(count(bytes.slice(cut))).toBe(rows)
  }
})
