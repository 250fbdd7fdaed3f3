import type { AppThunk, StartListening } from '../api/app-store.ts'
import { type BrowserStorage, parseJson } from '../api/browser-storage.ts'
import { MAX_DRAFT_AGE_MS, VISITOR } from './draft-files.ts'

/**
 * The key in both storage areas. Session storage has the drafts of this tab, which outlive the user's session. Local storage
 * has copies of the drafts of signed-in users, which outlive the tab, e.g. after a crash.
 */
const DRAFTS_KEY = 'form-drafts'
/** The limit for one user; older copies are evicted. */
const MAX_COPIES = 20

type Area = Parameters<BrowserStorage['read']>[0]
type ByForm = Record<string, unknown>
/** Drafts of unfinished forms, by user and form. */
export type Drafts = Record<string, ByForm>

/** A draft left behind by a tab. */
export interface DraftCopy {
  values: unknown
  /** In ms. */
  savedAt: number
}

/** Deletes every draft of a user, with its files, including those from before the sign-in. */
export function deleteDraftsOf(userId: string): AppThunk<void> {
  return (_dispatch, _getState, { storage, draftFiles }) => {
    void draftFiles.dropAllOf(userId)
    for (const area of ['sessionStorage', 'localStorage'] as const) {
      const { [VISITOR]: _visitor, [userId]: _user, ...others } = readDrafts(storage, area)
      writeDrafts(storage, area, others)
    }
  }
}

/** Gives a visitor's drafts to the user who signs in, and drops those of a user who logged out in another tab. */
export function startDraftListeners(startListening: StartListening): void {
  startListening({
    predicate: (_action, { auth }, { auth: before }) => auth.user?.id !== before.user?.id,
    effect: (_action, { dispatch, getState, getOriginalState, extra: { storage, now } }) => {
      const before = getOriginalState().auth.user?.id
      const hasCopies = before !== undefined && before in readDrafts(storage, 'localStorage')
      if (before !== undefined && !hasCopies) dispatch(deleteDraftsOf(before))
      const userId = getState().auth.user?.id
      if (userId === undefined) return
      const { [VISITOR]: visitors = {}, ...drafts } = readDrafts(storage, 'sessionStorage')
      writeDrafts(storage, 'sessionStorage', { ...drafts, [userId]: { ...drafts[userId], ...visitors } })
      writeCopies(storage, userId, visitors, now())
    },
  })
}

/** Adds copies of drafts to those that have not expired; undefined values delete theirs. */
export function writeCopies(storage: BrowserStorage, userId: string, changes: ByForm, now: number): void {
  const all: Drafts = {}
  for (const [id, copies] of Object.entries(readDrafts(storage, 'localStorage'))) {
    all[id] = Object.fromEntries(Object.entries(copies).filter(([, copy]) => isFresh(copy, now)))
  }
  const added = Object.entries(changes).map(([form, values]) => [form, values && { values, savedAt: now }])
  const own = Object.entries({ ...all[userId], ...Object.fromEntries(added) }).filter(([, copy]) => isFresh(copy, now))
  const newest = own.toSorted(([, a], [, b]) => savedAtOf(b) - savedAtOf(a)).slice(0, MAX_COPIES)
  writeDrafts(storage, 'localStorage', { ...all, [userId]: Object.fromEntries(newest) })
}

function savedAtOf(copy: unknown): number {
  return typeof copy === 'object' && copy !== null && 'savedAt' in copy ? Number(copy.savedAt) : Number.NaN
}

/** Returns whether a copy is recent enough to be offered. */
export function isFresh(copy: unknown, now: number): copy is DraftCopy {
  const age = now - savedAtOf(copy)
  // A clock that was set back must not keep a draft forever.
  return Math.abs(age) < MAX_DRAFT_AGE_MS
}

/** Returns the drafts in an area of the storage. */
export function readDrafts(storage: BrowserStorage, area: Area): Drafts {
  const stored = parseJson(storage.read(area, DRAFTS_KEY))
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, forms]) => typeof forms === 'object' && forms !== null))
}

/** Stores drafts, without undefined ones. */
export function writeDrafts(storage: BrowserStorage, area: Area, drafts: Drafts): void {
  const filled = Object.entries(drafts).filter(([, forms]) =>
    Object.values(forms).some((values) => values !== undefined),
  )
  storage.write(area, DRAFTS_KEY, filled.length ? JSON.stringify(Object.fromEntries(filled)) : null)
}
