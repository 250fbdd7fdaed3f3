import { expect, test } from 'vitest'
import type { AppServices, AppState, AppThunk } from '../api/app-store.ts'
import { readDraft, readDraftCopy, writeDraft } from './form-drafts.ts'
import { deleteDraftsOf } from './stored-drafts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The storage that all tabs of a browser share. */
const openBrowser = () => ({ localStorage: null as string | null, now: 0 })

/** A tab: its session storage, and the user who is signed in. */
function openTab(stored: string | null = null, browser = openBrowser()) {
  const tab = { stored, userId: null as string | null, browser }
  const storage = {
    read: (area: string) => (area === 'localStorage' ? browser.localStorage : tab.stored),
    write: (area: string, _key: string, text: string | null) => {
      if (area === 'localStorage') browser.localStorage = text
      else tab.stored = text
    },
  }
  const draftFiles = { dropAllOf: async () => {} }
  const services = { storage, draftFiles, now: () => browser.now } as unknown as AppServices
  const state = () => ({ auth: { user: tab.userId === null ? null : { id: tab.userId } } }) as AppState
  const run = <Result>(thunk: AppThunk<Result>): Result => thunk(run as never, state, services)
  return { tab, run }
}

test('keeps drafts by user and form, and leaves no storage behind once they are deleted', () => {
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
  expect(tab.browser.localStorage).toBeNull()
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

test('offers a user the draft of a closed tab for 7 days, until it is saved', () => {
  const browser = openBrowser()
  const crashed = openTab(null, browser)
  crashed.tab.userId = 'ada'
  crashed.run(writeDraft('product-new', { product_name: 'Lamp' }))
  const later = openTab(null, browser)
  expect(later.run(readDraftCopy('product-new'))).toBeNull()
  later.tab.userId = 'bob'
  expect(later.run(readDraftCopy('product-new'))).toBeNull()
  later.tab.userId = 'ada'
  browser.now = 7 * DAY_MS - 1
  expect(later.run(readDraftCopy('product-new'))).toEqual({ values: { product_name: 'Lamp' }, savedAt: 0 })
  browser.now = 7 * DAY_MS
  expect(later.run(readDraftCopy('product-new'))).toBeNull()
  later.run(writeDraft('email', { email: 'a@example.com' }))
  expect(browser.localStorage).not.toContain('Lamp')
  // This tab's own drafts need no offer.
  expect(later.run(readDraftCopy('email'))).toBeNull()
  later.run(writeDraft('email', undefined))
  expect(browser.localStorage).toBeNull()
})

test('stores no draft of visitors beyond the tab, and at most 20 drafts of a user', () => {
  const { tab, run } = openTab()
  run(writeDraft('checkout', { city: 'Leeds' }))
  expect(tab.browser.localStorage).toBeNull()
  tab.userId = 'ada'
  for (let form = 0; form < 25; form++) {
    tab.browser.now = form
    run(writeDraft(`product-${form}`, { product_name: `Lamp ${form}` }))
  }
  expect(tab.browser.localStorage?.match(/Lamp/g)).toHaveLength(20)
  expect(tab.browser.localStorage).toContain('Lamp 24')
})
