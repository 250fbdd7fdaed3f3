import { categoryName } from '../../../../shared/catalog/categories.ts'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import type { Difference } from '../../../ui/difference-table.tsx'
import { passFocusOn } from '../../../ui/page.tsx'
import { textOf } from '../../catalog/metadata.tsx'
import { Conflict } from '../../market/conflict-note.tsx'
import { type Pictures, samePictures } from './pictures.ts'
import {
  ENTERED_FIELD_NAMES,
  ENTERED_FIELDS,
  type EnteredField,
  type ProductDraft,
  picturesOf,
} from './product-draft.ts'

const SHOWN: Readonly<Record<EnteredField, (draft: ProductDraft) => string>> = {
  product_name: (draft) => draft.product_name,
  product_price: (draft) => draft.product_price,
  delivery_kind: (draft) => productFormMessages.deliveryKinds[draft.delivery_kind],
  weight: (draft) => draft.weight,
  product_desc: (draft) => textOf(draft.product_desc),
  product_category: (draft) => draft.product_category.map(categoryName).join(', '),
}

function differencesOf(mine: ProductDraft, theirs: ProductDraft): Difference[] {
  const differing = ENTERED_FIELD_NAMES.filter((field) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]))
  const differences = differing.map((field) => ({
    label: ENTERED_FIELDS[field],
    one: SHOWN[field](mine),
    other: SHOWN[field](theirs),
  }))
  if (samePictures(mine.pictures, theirs.pictures)) return differences
  const pictures = { one: <ShownPictures draft={mine} />, other: <ShownPictures draft={theirs} /> }
  return [...differences, { label: productFormMessages.pictures, ...pictures }]
}

/** Returns the pictures to save over a newer edit: unchanged ones are theirs, and those that they removed stay removed. */
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

interface ConflictNoteProps {
  mine: ProductDraft
  theirs: ProductDraft
  onResolve: (isTheirs: boolean) => void
}

/** Shows the fields in which a newer edit differs from the form, and lets the seller choose. */
export function ConflictNote({ mine, theirs, onResolve }: ConflictNoteProps) {
  const differences = differencesOf(mine, theirs)
  return (
    <Conflict
      title={productFormMessages.changedMeanwhile}
      intro={differences.length > 0 && <p>{productFormMessages.changedFields}</p>}
      differences={differences}
      onResolve={onResolve}
      passFocus={passFocusOn}
      className="lg:col-span-2"
    />
  )
}

function ShownPictures({ draft }: { draft: ProductDraft }) {
  const pictures = picturesOf(draft)
  if (!pictures.length) return productFormMessages.noPictures
  return (
    <span className="flex flex-wrap gap-1.5">
      {pictures.map(({ key, src }, index) => (
        <img
          key={key}
          src={src}
          alt={index ? productFormMessages.otherImage({ number: index }) : productFormMessages.featuredImage}
          width={48}
          height={48}
          className="size-12 rounded-field border border-line bg-tint object-cover"
        />
      ))}
    </span>
  )
}
