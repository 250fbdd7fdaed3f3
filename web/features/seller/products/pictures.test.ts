import { expect, test } from 'vitest'
import {
  existingPicture,
  type Pictures,
  samePictures,
  toUpload,
  withAdded,
  withFeatured,
  withMoved,
  withoutOther,
} from './pictures.ts'

const pictures: Pictures = { featured: existingPicture('/f'), others: [existingPicture('/a'), existingPicture('/b')] }
const order = ({ featured, others }: Pictures) => [featured?.src, ...others.map(({ src }) => src)].join(' ')

test('drops pictures beyond the third additional one', () => {
  const after = withAdded(pictures, [existingPicture('/c'), existingPicture('/d')])
  expect(order(after)).toBe('/f /a /b /c')
})

test.each([
  ['/b', 0, '/f /b /a'],
  ['/a', 1, '/f /b /a'],
  ['/a', 2, '/f /a /b'],
  ['/a', -1, '/f /a /b'],
  ['/unknown', 0, '/f /a /b'],
])('moves %s to place %i: %s', (key, to, expected) => {
  expect(order(withMoved(pictures, key, to))).toBe(expected)
})

test('swaps the featured picture with an additional one', () => {
  expect(order(withFeatured(pictures, '/b'))).toBe('/b /f /a')
  expect(order(withFeatured({ featured: null, others: pictures.others }, '/b'))).toBe('/b /a')
})

test('compares pictures by selection and order', () => {
  expect(samePictures(pictures, withMoved(pictures, '/a', 0))).toBe(true)
  expect(samePictures(pictures, withMoved(pictures, '/a', 1))).toBe(false)
  expect(samePictures(pictures, withoutOther(pictures, '/a'))).toBe(false)
})

test('uploads existing pictures by address and new ones by field name', () => {
  const file = new File(['x'], 'x.webp')
  const { images, files } = toUpload({ featured: { key: 'file-1', src: 'blob:1', file }, others: pictures.others })
  expect(images).toEqual(['file-1', '/a', '/b'])
  expect([...files]).toEqual([['file-1', file]])
})
