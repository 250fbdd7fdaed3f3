import { expect, test } from 'vitest'
import { existingPicture } from './pictures.ts'
import { EMPTY_DRAFT, nameChanges, type ProductDraft, readImages } from './product-draft.ts'

test.each([
  [['/a', '/b'], ['/a', '/b'], null],
  ['["/a"]', ['/a'], null],
  ['[', [], 'Error parsing product images. Please try refreshing the page.'],
  ['{}', [], 'Invalid product image format. Please try refreshing the page.'],
  [[1], [], 'Invalid product image format. Please try refreshing the page.'],
  [null, [], 'Invalid product image format. Please try refreshing the page.'],
])('reads additional pictures stored as %j', (stored, images, problem) => {
  expect(readImages(stored)).toEqual({ images, problem })
})

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(existingPicture) as [never, never, never, never]
const start: ProductDraft = {
  ...EMPTY_DRAFT,
  product_name: 'Lantern',
  product_price: '24.50',
  product_desc: '<p>Burns</p>',
  product_category: ['Toys', 'Audio'],
  pictures: { featured: a, others: [b, c] },
}

test.each<[string, Partial<ProductDraft>, string[]]>([
  ['nothing', {}, []],
  ['the same categories in another order', { product_category: ['Audio', 'Toys'] }, []],
  ['fields', { product_price: '25', product_category: [] }, ['Price', 'Categories']],
  ['a weight and a kind', { weight: '250 g', delivery_kind: 'none' }, ['Delivery', 'Weight']],
  ['a replaced picture', { pictures: { featured: d, others: [b, c] } }, ['1 picture']],
  ['two pictures that changed places', { pictures: { featured: b, others: [a, c] } }, ['2 pictures']],
  ['a removed and a moved picture', { pictures: { featured: c, others: [b] } }, ['3 pictures']],
  ['a stock whose tracking starts', { counted: true, on_hand: '4' }, ['Stock']],
  ['nothing of an untracked stock', { on_hand: '4', max_per_order: '2' }, []],
  [
    'an added picture and another name',
    { product_name: 'Lamp', pictures: { featured: a, others: [b, c, d] } },
    ['Name', '1 picture'],
  ],
])('names the changes of a product form: %s', (_what, change, names) => {
  expect(nameChanges(start, { ...start, ...change })).toEqual(names)
})

test('names changes of the stock', () => {
  const counted = { ...start, counted: true, on_hand: '4', on_hand_seen: '4' }
  expect(nameChanges(counted, { ...counted, on_hand: '5', low_at: '2', backorder: true, max_per_order: '1' })).toEqual([
    'Quantity on hand',
    'Low stock at',
    'Maximum per order',
    'Backorder',
  ])
})
