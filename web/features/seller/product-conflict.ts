import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'
import { type Pictures, samePictures } from './pictures.ts'
import type { ProductDraft } from './product-draft.ts'

/** A field in which two drafts of a product differ. */
export interface FieldDifference {
  label: string
  /** As text; null for pictures. */
  mine: string | null
  theirs: string | null
}

/** Returns the fields in which two drafts differ, in the order of the form. */
export function differencesOf(mine: ProductDraft, theirs: ProductDraft): FieldDifference[] {
  const texts: [keyof ProductDraft, string, (draft: ProductDraft) => string][] = [
    ['product_name', productFormMessages.name, (draft) => draft.product_name],
    ['product_price', productFormMessages.price, (draft) => draft.product_price],
    ['product_desc', productFormMessages.details, (draft) => textOf(draft.product_desc)],
    ['product_category', productFormMessages.categories, (draft) => draft.product_category.join(', ')],
  ]
  const differing = texts.filter(([field]) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]))
  const differences = differing.map(([, label, show]) => ({ label, mine: show(mine), theirs: show(theirs) }))
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
