import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { type Pictures, samePictures } from './pictures.ts'
import { ENTERED_FIELD_NAMES, ENTERED_FIELDS, type EnteredField, type ProductDraft } from './product-draft.ts'

/** A field in which two drafts of a product differ. */
export interface FieldDifference {
  label: string
  /** As text; null for pictures. */
  mine: string | null
  theirs: string | null
}

const SHOWN: Readonly<Record<EnteredField, (draft: ProductDraft) => string>> = {
  product_name: (draft) => draft.product_name,
  product_price: (draft) => draft.product_price,
  product_desc: (draft) => textOf(draft.product_desc),
  product_category: (draft) => draft.product_category.join(', '),
}

/** Returns the fields in which two drafts differ, in the order of the form. A stock that was changed meanwhile is refused by itself. */
export function differencesOf(mine: ProductDraft, theirs: ProductDraft): FieldDifference[] {
  const differing = ENTERED_FIELD_NAMES.filter((field) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]))
  const differences = differing.map((field) => ({
    label: ENTERED_FIELDS[field],
    mine: SHOWN[field](mine),
    theirs: SHOWN[field](theirs),
  }))
  if (samePictures(mine.pictures, theirs.pictures)) return differences
  return [...differences, { label: productFormMessages.pictures, mine: null, theirs: null }]
}

/** Returns pictures to save over a newer edit: those that it has removed are gone, and what the seller left alone is theirs. */
export function withoutGone(mine: ProductDraft, before: ProductDraft, theirs: ProductDraft): Pictures {
  if (samePictures(mine.pictures, before.pictures)) return theirs.pictures
  const left = new Set([theirs.pictures.featured, ...theirs.pictures.others].map((picture) => picture?.key))
  const isThere = ({ key, file }: { key: string; file?: File }) => file !== undefined || left.has(key)
  const { featured, others } = mine.pictures
  return {
    featured: featured && isThere(featured) ? featured : theirs.pictures.featured,
    others: others.filter(isThere),
  }
}

function textOf(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}
