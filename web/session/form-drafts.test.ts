import { expect, test } from 'vitest'
import type { AppServices, AppState, AppThunk } from '../api/app-store.ts'
import { deleteDraftsOf, readDraft, writeDraft } from './form-drafts.ts'

/** A tab: its session storage, and the user who is signed in. */
function openTab(stored: string | null = null) {
  const tab = { stored, userId: null as string | null }
  const storage = {
    read: () => tab.stored,
    write: (_area: string, _key: string, text: string | null) => {
      tab.stored = text
    },
  }
  const state = () => ({ auth: { user: tab.userId === null ? null : { id: tab.userId } } }) as AppState
  const run = <Result>(thunk: AppThunk<Result>) =>
    thunk((() => {}) as never, state, { storage } as unknown as AppServices)
  return { tab, run }
}

test('keeps drafts by user and form, and leaves nothing behind once they are deleted', () => {
  const { tab, run } = openTab()
  tab.userId = 'ada'
  run(writeDraft('checkout', { city: 'Leeds' }))
  run(writeDraft('product-new', { product_name: 'Lamp' }))
  tab.userId = 'bob'
  expect(run(readDraft('checkout'))).toBeUndefined()
  run(writeDraft('checkout', { city: 'Bern' }))
  tab.userId = 'ada'
  expect(run(readDraft('checkout'))).toEqual({ city: 'Leeds' })
  run(writeDraft('checkout', undefined))
  expect(run(readDraft('checkout'))).toBeUndefined()
  expect(run(readDraft('product-new'))).toEqual({ product_name: 'Lamp' })
  run(deleteDraftsOf('ada'))
  run(deleteDraftsOf('bob'))
  expect(tab.stored).toBeNull()
})

test("a visitor's draft replaces the user's older one, and is deleted with it", () => {
  const { tab, run } = openTab()
  tab.userId = 'ada'
  run(writeDraft('checkout', { city: 'Leeds' }))
  tab.userId = null
  expect(run(readDraft('checkout'))).toBeUndefined()
  run(writeDraft('checkout', { city: 'Bern' }))
  tab.userId = 'ada'
  expect(run(readDraft('checkout'))).toEqual({ city: 'Bern' })
  run(writeDraft('checkout', undefined))
  expect(tab.stored).toBeNull()
})

test.each(['{', '[]', '7', 'null', '{"ada":7}', '{"ada":null}'])('ignores tampered storage: %s', (stored) => {
  const { tab, run } = openTab(stored)
  tab.userId = 'ada'
  expect(run(readDraft('checkout'))).toBeUndefined()
  run(writeDraft('checkout', { city: 'Leeds' }))
  expect(run(readDraft('checkout'))).toEqual({ city: 'Leeds' })
})
