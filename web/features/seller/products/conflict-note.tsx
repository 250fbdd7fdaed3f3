import { categoryName } from '../../../../shared/catalog/category-name.ts'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { conflictMessages } from '../../../../shared/kernel/conflict-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { DifferenceTable, DifferingText } from '../../../ui/difference-table.tsx'
import { passFocusOn } from '../../../ui/page.tsx'
import { textOf } from '../../catalog/metadata.tsx'
import { type Pictures, samePictures } from './pictures.ts'
import {
  ENTERED_FIELD_NAMES,
  ENTERED_FIELDS,
  type EnteredField,
  type ProductDraft,
  picturesOf,
} from './product-draft.ts'

interface FieldDifference {
  label: string
  /** As text; null for pictures. */
  mine: string | null
  theirs: string | null
}

const SHOWN: Readonly<Record<EnteredField, (draft: ProductDraft) => string>> = {
  product_name: (draft) => draft.product_name,
  product_price: (draft) => draft.product_price,
  delivery_kind: (draft) => productFormMessages.deliveryKinds[draft.delivery_kind],
  weight: (draft) => draft.weight,
  product_desc: (draft) => textOf(draft.product_desc),
  product_category: (draft) => draft.product_category.map(categoryName).join(', '),
}

function differencesOf(mine: ProductDraft, theirs: ProductDraft): FieldDifference[] {
  const differing = ENTERED_FIELD_NAMES.filter((field) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]))
  const differences = differing.map((field) => ({
    label: ENTERED_FIELDS[field],
    mine: SHOWN[field](mine),
    theirs: SHOWN[field](theirs),
  }))
  if (samePictures(mine.pictures, theirs.pictures)) return differences
  return [...differences, { label: productFormMessages.pictures, mine: null, theirs: null }]
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
  onLoadTheirs: () => void
  onKeepMine: () => void
}

/** Shows the fields in which a newer edit differs from the form, and lets the seller choose. */
export function ConflictNote({ mine, theirs, onLoadTheirs, onKeepMine }: ConflictNoteProps) {
  const differences = differencesOf(mine, theirs)
  return (
    <div
      ref={passFocusOn}
      role="alert"
      className="grid gap-3 rounded-field border border-danger bg-danger-tint p-4 lg:col-span-2"
    >
      <p className="font-semibold text-danger">{productFormMessages.changedMeanwhile}</p>
      {differences.length > 0 && (
        <>
          <p>{productFormMessages.changedFields}</p>
          <DifferenceTable
            headings={{
              field: conflictMessages.field,
              one: conflictMessages.mine,
              other: conflictMessages.theirs,
            }}
            differences={differences.map((difference) => ({
              label: difference.label,
              one:
                difference.mine === null ? (
                  <ShownPictures draft={mine} />
                ) : (
                  <DifferingText>{difference.mine}</DifferingText>
                ),
              other:
                difference.theirs === null ? (
                  <ShownPictures draft={theirs} />
                ) : (
                  <DifferingText>{difference.theirs}</DifferingText>
                ),
            }))}
          />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onLoadTheirs}>
          {conflictMessages.loadTheirs}
        </Button>
        <Button onClick={onKeepMine}>{conflictMessages.keepMine}</Button>
      </div>
    </div>
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
