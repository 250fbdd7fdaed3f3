import type { AppThunk } from '../api/app-store.ts'
import { VISITOR } from './draft-files.ts'
import { type DraftCopy, type Drafts, isFresh, readDrafts, writeCopies, writeDrafts } from './stored-drafts.ts'

/** Returns the unfinished values that the user typed into a form in this tab; undefined when there are none. */
export function readDraft(form: string): AppThunk<unknown> {
  return (_dispatch, getState, { storage }) => {
    const drafts = readDrafts(storage, 'sessionStorage')
    // A visitor's draft is the newer one: it becomes the user's at the next sign-in.
    return drafts[VISITOR]?.[form] ?? drafts[getState().auth.user?.id ?? VISITOR]?.[form]
  }
}

/**
 * Returns the signed-in user's draft of a form from another tab, closed or not, within the last 7 days; null without one, or
 * when this tab has its own.
 */
export function readDraftCopy(form: string): AppThunk<DraftCopy | null> {
  return (dispatch, getState, { storage, now }) => {
    if (dispatch(readDraft(form)) !== undefined) return null
    const copy = readDrafts(storage, 'localStorage')[getState().auth.user?.id ?? VISITOR]?.[form]
    return isFresh(copy, now()) ? copy : null
  }
}

/** Stores the user's unfinished values of a form; undefined deletes them. Never pass passwords or card details. */
export function writeDraft(form: string, values: unknown): AppThunk<void> {
  return (_dispatch, getState, { storage, now }) => {
    const userId = getState().auth.user?.id ?? VISITOR
    const { [VISITOR]: { [form]: _, ...visitors } = {}, ...drafts } = readDrafts(storage, 'sessionStorage')
    const all: Drafts = { ...drafts, [VISITOR]: visitors }
    writeDrafts(storage, 'sessionStorage', { ...all, [userId]: { ...all[userId], [form]: values } })
    if (userId !== VISITOR) writeCopies(storage, userId, { [form]: values }, now())
  }
}

/** Stores the user's new files of a form, by keys that its draft names. */
export function storeDraftFiles(files: ReadonlyMap<string, File>): AppThunk<Promise<void>> {
  return (_dispatch, getState, { draftFiles }) => draftFiles.store(getState().auth.user?.id ?? VISITOR, files)
}

/** Returns the files named by a draft of the user, without missing ones. */
export function readDraftFiles(keys: readonly string[]): AppThunk<Promise<Map<string, File>>> {
  return (_dispatch, getState, { draftFiles }) => draftFiles.read(getState().auth.user?.id ?? VISITOR, keys)
}

/** Deletes files that no draft names any more. */
export function dropDraftFiles(keys: readonly string[]): AppThunk<Promise<void>> {
  return (_dispatch, _getState, { draftFiles }) => draftFiles.drop(keys)
}
