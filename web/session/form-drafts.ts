import type { AppThunk, StartListening } from '../api/app-store.ts'
import { type BrowserStorage, parseJson } from '../api/browser-storage.ts'

/** Session storage key. Drafts last as long as the tab, so they outlive the user's session. */
const DRAFTS_KEY = 'form-drafts'
/** Stands for the user's id while no user is signed in. */
const VISITOR = ''

/** What was typed into unfinished forms, by user and form. */
type Drafts = Record<string, Record<string, unknown>>

/** Returns the user's unfinished values of a form, of any content; undefined when there are none. */
export function readDraft(form: string): AppThunk<unknown> {
  return (_dispatch, getState, { storage }) => {
    const drafts = readDrafts(storage)
    // A visitor's draft is the newer one: it becomes the user's at the next sign-in.
    return drafts[VISITOR]?.[form] ?? drafts[getState().auth.user?.id ?? VISITOR]?.[form]
  }
}

/** Stores the user's unfinished values of a form; undefined deletes them. Never pass passwords or card details. */
export function writeDraft(form: string, values: unknown): AppThunk<void> {
  return (_dispatch, getState, { storage }) => {
    const userId = getState().auth.user?.id ?? VISITOR
    const { [VISITOR]: { [form]: _, ...visitors } = {}, ...drafts } = readDrafts(storage)
    const all: Drafts = { ...drafts, [VISITOR]: visitors }
    writeDrafts(storage, { ...all, [userId]: { ...all[userId], [form]: values } })
  }
}

/** Deletes every draft of a user, and what was typed before they signed in. */
export function deleteDraftsOf(userId: string): AppThunk<void> {
  return (_dispatch, _getState, { storage }) => {
    const { [VISITOR]: _visitor, [userId]: _user, ...others } = readDrafts(storage)
    writeDrafts(storage, others)
  }
}

/** Gives a visitor's drafts to the user who signs in. */
export function startDraftListeners(startListening: StartListening): void {
  startListening({
    predicate: (_action, { auth }, { auth: before }) => auth.user !== null && auth.user.id !== before.user?.id,
    effect: (_action, { getState, extra: { storage } }) => {
      const userId = getState().auth.user?.id
      const { [VISITOR]: visitors, ...drafts } = readDrafts(storage)
      if (userId && visitors) writeDrafts(storage, { ...drafts, [userId]: { ...drafts[userId], ...visitors } })
    },
  })
}

function readDrafts(storage: BrowserStorage): Drafts {
  const stored = parseJson(storage.read('sessionStorage', DRAFTS_KEY))
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, forms]) => typeof forms === 'object' && forms !== null))
}

function writeDrafts(storage: BrowserStorage, drafts: Drafts): void {
  const kept = Object.entries(drafts).filter(([, forms]) => Object.values(forms).some((values) => values !== undefined))
  storage.write('sessionStorage', DRAFTS_KEY, kept.length ? JSON.stringify(Object.fromEntries(kept)) : null)
}
