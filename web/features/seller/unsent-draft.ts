import type { AppThunk } from '../../api/app-store.ts'
import { readDraft, writeDraft } from '../../session/form-drafts.ts'
import { existingPicture } from './pictures.ts'
import { isSameDraft, type ProductDraft, picturesOf } from './product-draft.ts'

/** What a product form starts from. */
export interface FormStart {
  /** The id of the edited product; `new` for a new one. */
  form: string
  initial: ProductDraft
  /** The revision of the edited product that `initial` is. */
  revision?: number
}

/** Unsaved changes, and what has changed since. */
export interface UnsentDraft {
  draft: ProductDraft
  /** New pictures are not stored and must be added again. */
  lacksPictures: boolean
  /** The product has been changed elsewhere since. */
  isOutdated: boolean
}

/** Returns the unsaved changes of a product form from earlier in this tab; null when there are none. */
export function readUnsentDraft({ form, initial, revision }: FormStart): AppThunk<UnsentDraft | null> {
  return (dispatch) => {
    const stored = dispatch(readDraft(draftName(form)))
    if (typeof stored !== 'object' || stored === null) return null
    const values: Record<string, unknown> = { ...stored }
    const pictures = readPictures(values.pictures, initial)
    const draft = { ...readFields(values, initial), pictures: pictures ?? initial.pictures }
    return { draft, lacksPictures: pictures === null, isOutdated: values.revision !== revision }
  }
}

/** Keeps the values of a product form until they are saved or discarded, without new pictures. */
export function keepUnsentDraft({ form, initial, revision }: FormStart, draft: ProductDraft): AppThunk<void> {
  if (isSameDraft(initial, draft)) return discardUnsentDraft(form)
  const { featured, others } = draft.pictures
  const hasNew = picturesOf(draft).some(({ file }) => file)
  const pictures = hasNew ? null : [featured, ...others].map((picture) => picture?.src ?? null)
  return writeDraft(draftName(form), { ...draft, pictures, revision })
}

/** Deletes the unsaved changes of a product form. */
export function discardUnsentDraft(form: string): AppThunk<void> {
  return writeDraft(draftName(form), undefined)
}

/** Returns the name under which the drafts of a product form are kept. */
export function draftName(form: string): string {
  return `product-${form}`
}

/** Returns every field but the pictures: as stored, or as in `initial` when the stored value has another type. */
function readFields(values: Record<string, unknown>, { pictures, ...initial }: ProductDraft) {
  const fields = Object.entries(initial).map(([name, value]) => [
    name,
    isOfSameType(values[name], value) ? values[name] : value,
  ])
  return Object.fromEntries(fields) as typeof initial
}

function isOfSameType(stored: unknown, value: string | readonly string[]): boolean {
  if (typeof value === 'string') return typeof stored === 'string'
  return Array.isArray(stored) && stored.every((entry) => typeof entry === 'string')
}

/** Returns null when a stored picture does not belong to the product. */
function readPictures(stored: unknown, initial: ProductDraft): ProductDraft['pictures'] | null {
  const [featured = null, ...others]: unknown[] = Array.isArray(stored) ? stored : []
  const known = new Set<unknown>(picturesOf(initial).map(({ src }) => src))
  const isKnown = (src: unknown): src is string => known.has(src)
  if (!Array.isArray(stored) || !others.every(isKnown) || (featured !== null && !isKnown(featured))) return null
  return { featured: featured === null ? null : existingPicture(featured), others: others.map(existingPicture) }
}
