import { expect, test } from 'vitest'
import { productFormErrors } from '../../../../shared/catalog/errors.ts'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { existingPicture } from './pictures.ts'
import { EMPTY_DRAFT, type ProductDraft } from './product-draft.ts'
import { productRules } from './product-rules.ts'

const draft: ProductDraft = {
  ...EMPTY_DRAFT,
  product_name: 'Brass Lantern',
  product_price: '24.50',
  product_desc: '<p>Burns all night.</p>',
  product_category: ['Toys'],
  pictures: { featured: existingPicture('/front'), others: [] },
}

function problemsIn(changes: Partial<ProductDraft>): [string, string][] {
  const issues = productRules.safeParse({ ...draft, ...changes }).error?.issues ?? []
  return issues.map(({ path, message }) => [String(path[0]), message])
}

test('accepts a complete product', () => {
  expect(problemsIn({})).toEqual([])
  expect(problemsIn({ product_price: '0', product_category: [] })).toEqual([])
})

test.each(['', ' ', '\u200b'])('refuses a name without visible characters: "%s"', (product_name) => {
  expect(problemsIn({ product_name })[0]).toEqual(['product_name', productFormMessages.nameNeeded])
})

test.each(['', 'abc', '-1', '1.234', '10000000', '1e400'])('refuses the price "%s"', (product_price) => {
  expect(problemsIn({ product_price })[0]).toEqual(['product_price', productFormMessages.priceMalformed])
})

test('requires details and a featured picture, which additional pictures do not replace', () => {
  expect(problemsIn({ product_desc: ' ' })).toEqual([['product_desc', productFormMessages.detailsNeeded]])
  expect(problemsIn({ product_desc: 'x'.repeat(1_000_000) })).toEqual([
    ['product_desc', productFormErrors.details_too_long.text],
  ])
  expect(problemsIn({ pictures: { featured: null, others: [existingPicture('/side')] } })).toEqual([
    ['pictures', productFormMessages.featuredImageNeeded],
  ])
})

test('uses the shared texts for categories and pictures', () => {
  expect(problemsIn({ product_category: ['Toys', 'TVs', 'Audio', 'Phones'] })).toEqual([
    ['product_category', productFormMessages.tooManyCategories],
  ])
  const others = ['/1', '/2', '/3', '/4'].map(existingPicture)
  expect(problemsIn({ pictures: { featured: existingPicture('/front'), others } })).toEqual([
    ['pictures', productFormMessages.tooManyImages],
  ])
})

test('a weight has a unit and is at most a tonne; goods that need no delivery have none', () => {
  for (const weight of ['', ' ', '1 g', '1,5 kg', '1000 kg']) expect(problemsIn({ weight })).toEqual([])
  for (const weight of ['250', '0 g', '1000.001 kg', '2 lb'])
    expect(problemsIn({ weight })).toEqual([['weight', productFormMessages.weightMalformed]])
  expect(problemsIn({ weight: 'heavy', delivery_kind: 'none' })).toEqual([])
})
