import { expect, test } from 'vitest'
import type { AppServices, AppState, AppThunk } from '../../api/app-store.ts'
import { existingPicture } from './pictures.ts'
import type { ProductDraft } from './product-draft.ts'
import { type FormStart, keepUnsentDraft, readUnsentDraft } from './unsent-draft.ts'

const pictures = { featured: existingPicture('/a'), others: [existingPicture('/b'), existingPicture('/c')] }
const initial: ProductDraft = {
  product_name: 'Lamp',
  product_price: '10.00',
  product_desc: '<p>Bright.</p>',
  product_category: ['Toys'],
  pictures,
}
const start: FormStart = { form: 'PRD00001', initial, revision: 3 }

function openTab(stored: string | null = null) {
  const state = { auth: { user: { id: 'ada' } } } as AppState
  const storage = {
    read: (area: string) => (area === 'sessionStorage' ? stored : null),
    write: (area: string, _key: string, text: string | null) => {
      if (area === 'sessionStorage') stored = text
    },
  }
  const run = <Result>(thunk: AppThunk<Result>): Result =>
    thunk(run as never, () => state, { storage, now: () => 0 } as unknown as AppServices)
  return { run, stored: () => stored }
}

test('restores every value, with pictures the product has in their new order', () => {
  const { run } = openTab()
  const draft: ProductDraft = {
    product_name: '',
    product_price: '1e',
    product_desc: '',
    product_category: [],
    pictures: { featured: existingPicture('/c'), others: [existingPicture('/a')] },
  }
  run(keepUnsentDraft(start, draft))
  expect(run(readUnsentDraft(start))).toEqual({ draft, lacksPictures: false, isOutdated: false })
})

test('keeps nothing when the changes are undone', () => {
  const { run, stored } = openTab()
  run(keepUnsentDraft(start, { ...initial, product_name: 'Lantern' }))
  run(keepUnsentDraft(start, initial))
  expect(stored()).toBeNull()
  expect(run(readUnsentDraft(start))).toBeNull()
})

test('leaves out new pictures, and says so', () => {
  const { run, stored } = openTab()
  const added = { key: 'file-1', src: 'blob:1', file: new File([], 'new.png') }
  run(keepUnsentDraft(start, { ...initial, pictures: { featured: added, others: [] } }))
  expect(stored()).not.toContain('blob:')
  expect(run(readUnsentDraft(start))).toMatchObject({ draft: { pictures }, lacksPictures: true })
})

test('says when the product has changed, and drops pictures it no longer has', () => {
  const { run } = openTab()
  run(keepUnsentDraft(start, { ...initial, pictures: { featured: existingPicture('/b'), others: [] } }))
  const newer = { featured: existingPicture('/a'), others: [] }
  const found = run(readUnsentDraft({ ...start, revision: 4, initial: { ...initial, pictures: newer } }))
  expect(found).toEqual({ draft: { ...initial, pictures: newer }, lacksPictures: true, isOutdated: true })
})

test('takes the initial value for anything tampered with', () => {
  const values = { product_name: 7, product_category: 'Toys', pictures: [7], revision: 3 }
  const { run } = openTab(JSON.stringify({ ada: { 'product-PRD00001': values } }))
  expect(run(readUnsentDraft(start))?.draft).toEqual(initial)
})
