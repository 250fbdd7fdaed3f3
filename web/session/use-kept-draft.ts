import { useState } from 'react'
import { useAppDispatch } from '../api/app-store.ts'
import { readKeptDraft, writeDraft } from './form-drafts.ts'
import type { KeptDraft } from './stored-drafts.ts'

interface OfferedDraft {
  /** The draft that a tab left behind, until it is taken or discarded; null when there is none. */
  kept: KeptDraft | null
  /** Hides it. */
  take: () => void
  /** Deletes it. */
  discard: () => void
}

/** Returns what the user typed into a form in a tab that has ended since, for a `DraftOffer`. */
export function useKeptDraft(form: string): OfferedDraft {
  const dispatch = useAppDispatch()
  const [kept, setKept] = useState(() => dispatch(readKeptDraft(form)))
  const take = () => setKept(null)
  const discard = () => {
    dispatch(writeDraft(form, undefined))
    take()
  }
  return { kept, take, discard }
}
