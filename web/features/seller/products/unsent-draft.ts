import type { AppThunk } from '../../../api/app-store.ts'
import {
  dropDraftFiles,
  readDraft,
  readDraftCopy,
  readDraftFiles,
  storeDraftFiles,
  writeDraft,
} from '../../../session/form-drafts.ts'
import { withCurrentNumber } from '../stock/stock-draft.ts'
import {
  describedPicture,
  filesOf,
  isFileKey,
  newPicture,
  type Picture,
  type Pictures,
  storedTextOf,
} from './pictures.ts'
import { isSameDraft, type ProductDraft, picturesOf } from './product-draft.ts'

/** The initial values of a product form. */
export interface FormStart {
  /** The id of the edited product; `new` for a new one. */
  form: string
  initial: ProductDraft
  /** The revision of the edited product in `initial`. */
  revision?: number
}

/** Unsaved changes, with the state of their product and pictures. */
export interface UnsentDraft {
  draft: ProductDraft
  /** Some pictures are gone and must be added again. */
  lacksPictures: boolean
  /** The product has been changed elsewhere since. */
  isOutdated: boolean
}

/** Returns this tab's unsaved changes of a product form, null without any; a promise when their new pictures must be read. */
export function readUnsentDraft(start: FormStart): AppThunk<UnsentDraft | null | Promise<UnsentDraft>> {
  return (dispatch) => {
    const stored = dispatch(readDraft(draftName(start.form)))
    if (typeof stored !== 'object' || stored === null) return null
    const values: Record<string, unknown> = { ...stored }
    const keys = fileKeysOf(stored)
    if (!keys.length) return unsentDraft(values, start, new Map())
    return dispatch(readDraftFiles(keys)).then((files) => unsentDraft(values, start, files))
  }
}

function unsentDraft(
  values: Record<string, unknown>,
  { initial, revision }: FormStart,
  files: ReadonlyMap<string, File>,
): UnsentDraft {
  const { pictures, lacksPictures } = readPictures(values, initial, files)
  return {
    draft: withCurrentNumber({ ...readFields(values, initial), pictures }, initial),
    lacksPictures,
    isOutdated: values.revision !== revision,
  }
}

/** Stores the values of a product form, with new pictures, until they are saved or discarded. */
export function storeUnsentDraft({ form, initial, revision }: FormStart, draft: ProductDraft): AppThunk<void> {
  if (isSameDraft(initial, draft)) return discardUnsentDraft(form)
  return (dispatch) => {
    const name = draftName(form)
    const files = filesOf(picturesOf(draft))
    const removed = fileKeysOf(dispatch(readDraft(name))).filter((key) => !files.has(key))
    const { featured, others } = draft.pictures
    const pictures = [featured, ...others].map((picture) => picture && storedTextOf(picture))
    const texts = [featured, ...others].map((picture) => picture?.text ?? '')
    dispatch(writeDraft(name, { ...draft, pictures, texts, revision }))
    void dispatch(dropDraftFiles(removed))
    void dispatch(storeDraftFiles(files))
  }
}

/** Deletes the unsaved changes of a product form in this tab, or else those of a closed tab. */
export function discardUnsentDraft(form: string): AppThunk<void> {
  return (dispatch) => {
    const name = draftName(form)
    void dispatch(dropDraftFiles(fileKeysOf(dispatch(readDraft(name)) ?? dispatch(readDraftCopy(name))?.values)))
    dispatch(writeDraft(name, undefined))
  }
}

/** Returns the name of a product form's draft. */
export function draftName(form: string): string {
  return `product-${form}`
}

/** Returns the stored fields except pictures; a value of another type is replaced by the initial one. */
function readFields(values: Record<string, unknown>, { pictures, ...initial }: ProductDraft) {
  const fields = Object.entries(initial).map(([name, value]) => [
    name,
    isOfSameType(values[name], value) ? values[name] : value,
  ])
  return Object.fromEntries(fields) as typeof initial
}

function isOfSameType(stored: unknown, value: string | boolean | readonly string[]): boolean {
  if (typeof value !== 'object') return typeof stored === typeof value
  return Array.isArray(stored) && stored.every((entry) => typeof entry === 'string')
}

function fileKeysOf(stored: unknown): string[] {
  if (typeof stored !== 'object' || stored === null || !('pictures' in stored)) return []
  return Array.isArray(stored.pictures) ? stored.pictures.filter(isFileKey) : []
}

function readPictures(
  { pictures: stored, texts }: Record<string, unknown>,
  { pictures: initial }: ProductDraft,
  files: ReadonlyMap<string, File>,
): { pictures: Pictures; lacksPictures: boolean } {
  if (!isPictureList(stored)) return { pictures: initial, lacksPictures: true }
  const existing = new Set([initial.featured, ...initial.others].map((picture) => picture?.src))
  const textAt = (index: number) => (Array.isArray(texts) && typeof texts[index] === 'string' ? texts[index] : '')
  const found = stored.map((address, index): Picture | null => {
    const file = address === null ? undefined : files.get(address)
    if (address !== null && file) return { ...newPicture(file, address), text: textAt(index) }
    return address !== null && existing.has(address) ? describedPicture(address, textAt(index)) : null
  })
  const lacksPictures = found.some((picture, index) => picture === null && stored[index] !== null)
  const [first = null, ...others] = found
  const featured = first ?? (stored[0] ? initial.featured : null)
  return {
    pictures: {
      featured,
      others: others.filter((picture) => picture !== null && picture.key !== featured?.key) as Picture[],
    },
    lacksPictures,
  }
}

function isPictureList(stored: unknown): stored is (string | null)[] {
  if (!Array.isArray(stored)) return false
  return stored.every((text, index) => typeof text === 'string' || (index === 0 && text === null))
}
