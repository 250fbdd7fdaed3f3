import { expect, test } from 'vitest'
import { readImages } from './product-draft.ts'

test.each([
  [['/a', '/b'], ['/a', '/b'], null],
  ['["/a"]', ['/a'], null],
  ['[', [], 'Error parsing product images. Please try refreshing the page.'],
  ['{}', [], 'Invalid product image format. Please try refreshing the page.'],
  [[1], [], 'Invalid product image format. Please try refreshing the page.'],
  [null, [], 'Invalid product image format. Please try refreshing the page.'],
])('further pictures stored as %j', (stored, images, problem) => {
  expect(readImages(stored)).toEqual({ images, problem })
})
