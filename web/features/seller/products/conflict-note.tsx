import { categoryName } from '../../../../shared/catalog/category-name-messages.ts'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { Button } from '../../../ui/button.tsx'
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
    <div role="alert" className="grid gap-3 rounded-field border border-danger bg-danger-tint p-4 lg:col-span-2">
      <p className="font-semibold text-danger">{productFormMessages.changedMeanwhile}</p>
      {differences.length > 0 && (
        <>
          <p>{productFormMessages.changedFields}</p>
          <table className="w-full table-fixed border-collapse text-start max-sm:block">
            <thead className="text-sm text-muted max-sm:block">
              <tr className={row}>
                <th scope="col" className={`${cell} w-1/4 max-sm:sr-only`}>
                  {productFormMessages.field}
                </th>
                <th scope="col" className={cell}>
                  {productFormMessages.mine}
                </th>
                <th scope="col" className={cell}>
                  {productFormMessages.theirs}
                </th>
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {differences.map((difference) => (
                <tr key={difference.label} className={`${row} border-t border-line`}>
                  <th scope="row" className={`${cell} font-medium max-sm:col-span-full max-sm:pb-0 max-sm:text-sm`}>
                    {difference.label}
                  </th>
                  <td className={cell}>
                    {difference.mine === null ? <ShownPictures draft={mine} /> : <Text>{difference.mine}</Text>}
                  </td>
                  <td className={cell}>
                    {difference.theirs === null ? <ShownPictures draft={theirs} /> : <Text>{difference.theirs}</Text>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onLoadTheirs}>
          {productFormMessages.loadTheirs}
        </Button>
        <Button onClick={onKeepMine}>{productFormMessages.keepMine}</Button>
      </div>
    </div>
  )
}

const cell = 'p-1.5 align-top'
/** Two columns on phones, below the name of the field. */
const row = 'max-sm:grid max-sm:grid-cols-2'

function Text({ children }: { children: string }) {
  return <span className="line-clamp-4 wrap-anywhere">{children || '–'}</span>
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
