import { expect, test } from 'vitest'
import type { AppServices, AppState, AppThunk } from '../../../api/app-store.ts'
import type { DraftFiles } from '../../../session/draft-files.ts'
import { existingPicture } from './pictures.ts'
import { EMPTY_DRAFT, type ProductDraft } from './product-draft.ts'
import { discardUnsentDraft, type FormStart, readUnsentDraft, storeUnsentDraft } from './unsent-draft.ts'

const pictures = { featured: existingPicture('/a'), others: [existingPicture('/b'), existingPicture('/c')] }
const initial: ProductDraft = {
  ...EMPTY_DRAFT,
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
  const files = new Map<string, File>()
  const draftFiles: DraftFiles = {
    store: async (_userId, added) => {
      for (const [key, file] of added) files.set(key, file)
    },
    read: async (_userId, keys) => new Map([...files].filter(([key]) => keys.includes(key))),
    drop: async (keys) => {
      for (const key of keys) files.delete(key)
    },
    dropAllOf: async () => files.clear(),
  }
  const run = <Result>(thunk: AppThunk<Result>): Result =>
    thunk(run as never, () => state, { storage, draftFiles, now: () => 0 } as unknown as AppServices)
  return { run, files, stored: () => stored }
}

test('restores every value, with the product’s pictures in their new order', () => {
  const { run } = openTab()
  const draft: ProductDraft = {
    ...EMPTY_DRAFT,
    product_name: '',
    product_price: '1e',
    product_desc: '',
    product_category: [],
    pictures: { featured: existingPicture('/c'), others: [existingPicture('/a')] },
  }
  run(storeUnsentDraft(start, draft))
  expect(run(readUnsentDraft(start))).toEqual({ draft, lacksPictures: false, isOutdated: false })
})

test('stores nothing when the changes are undone', () => {
  const { run, stored } = openTab()
  run(storeUnsentDraft(start, { ...initial, product_name: 'Lantern' }))
  run(storeUnsentDraft(start, initial))
  expect(stored()).toBeNull()
  expect(run(readUnsentDraft(start))).toBeNull()
})

test('restores new pictures while their files exist, and reports when they are gone', async () => {
  const { run, stored, files } = openTab()
  const file = new File(['front'], 'new.png')
  const added = { key: 'file-1', src: 'blob:1', file }
  run(storeUnsentDraft(start, { ...initial, pictures: { featured: added, others: [existingPicture('/a')] } }))
  expect(stored()).not.toContain('blob:')
  expect(await run(readUnsentDraft(start))).toMatchObject({
    draft: { pictures: { featured: { key: 'file-1', file }, others: [{ src: '/a' }] } },
    lacksPictures: false,
  })
  files.clear()
  expect(await run(readUnsentDraft(start))).toMatchObject({
    draft: { pictures: { featured: pictures.featured, others: [] } },
    lacksPictures: true,
  })
})

test('deletes the files of pictures that were removed, saved or discarded', () => {
  const { run, files } = openTab()
  const add = (key: string) => ({ key, src: `blob:${key}`, file: new File([key], 'new.png') })
  run(storeUnsentDraft(start, { ...initial, pictures: { featured: add('file-1'), others: [add('file-2')] } }))
  expect([...files.keys()]).toEqual(['file-1', 'file-2'])
  run(storeUnsentDraft(start, { ...initial, pictures: { featured: add('file-3'), others: [add('file-2')] } }))
  expect([...files.keys()]).toEqual(['file-2', 'file-3'])
  run(discardUnsentDraft(start.form))
  expect([...files.keys()]).toEqual([])
})

test('reports that the product has changed, and drops pictures that it no longer has', () => {
  const { run } = openTab()
  run(storeUnsentDraft(start, { ...initial, pictures: { featured: existingPicture('/b'), others: [] } }))
  const newer = { featured: existingPicture('/a'), others: [] }
  const found = run(readUnsentDraft({ ...start, revision: 4, initial: { ...initial, pictures: newer } }))
  expect(found).toEqual({ draft: { ...initial, pictures: newer }, lacksPictures: true, isOutdated: true })
})

test('replaces tampered values by the initial ones', async () => {
  const values = { product_name: 7, product_category: 'Toys', pictures: [7], revision: 3 }
  const { run } = openTab(JSON.stringify({ ada: { 'product-PRD00001': values } }))
  expect((await run(readUnsentDraft(start)))?.draft).toEqual(initial)
})
