import { useId } from 'react'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { amountParts, readAmount } from '../../../../shared/kernel/money.ts'
import { useSession } from '../../../session/use-session.ts'
import { Check } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { PriceTag } from '../../../ui/price.tsx'
import type { ProductDraft } from './product-draft.ts'

interface ProductPreviewProps {
  draft: ProductDraft
  /** The product's id, or `new`. */
  form: string
  className: string
}

/** A product's card as in lists, on wide screens, beside a checklist of what makes it sell. */
export function ProductPreview({ draft, form, className }: ProductPreviewProps) {
  const { product_name, product_price, product_category, product_desc, pictures, counted, on_hand } = draft
  const heading = useId()
  const price = readAmount(product_price)
  const checks = [
    [productFormMessages.checks.picture, pictures.featured !== null],
    [productFormMessages.checks.price, price !== undefined],
    [productFormMessages.checks.category, product_category.length > 0],
    [productFormMessages.checks.stock, counted && on_hand.trim() !== ''],
    [productFormMessages.checks.description, product_desc !== ''],
  ] as const
  return (
    <section
      aria-labelledby={heading}
      className={`grid items-start gap-4 lg:grid-cols-[10rem_minmax(0,1fr)] ${className}`}
    >
      <PreviewCard name={product_name} price={price} picture={pictures.featured?.src} />
      <div className="grid grid-cols-[1fr_auto] gap-2 text-sm lg:grid-cols-1">
        <h2 id={heading} className="font-medium">
          {productFormMessages.checklist}
        </h2>
        {form !== 'new' && (
          <Link
            to={`/product/${form}`}
            className="justify-self-start text-brand underline underline-offset-2 lg:order-last lg:mt-2"
          >
            {productFormMessages.viewInShop}
          </Link>
        )}
        <ul className="grid gap-2 max-lg:col-span-2">
          {checks.map(([text, isDone]) => (
            <li key={text} className={`flex items-center gap-2 ${isDone ? '' : 'text-muted'}`}>
              <span
                aria-hidden
                className="grid size-5 shrink-0 place-items-center rounded-full border border-line-strong text-good"
              >
                {isDone && <Check className="size-3.5" strokeWidth={3} />}
              </span>
              {text} <span className="sr-only">{isDone ? productFormMessages.done : productFormMessages.missing}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

interface PreviewCardProps {
  name: string
  price: number | undefined
  picture: string | undefined
}

/** Hidden from screen readers, as it repeats the fields. */
function PreviewCard({ name, price, picture }: PreviewCardProps) {
  const { displayName } = useSession()
  return (
    <div aria-hidden className="max-lg:hidden">
      <div className="picture-tile aspect-4/5 overflow-hidden rounded-picture">
        {picture && <img src={picture} alt="" className="size-full object-cover" />}
      </div>
      <p className="mt-2 truncate text-xs leading-6 text-muted">{displayName}</p>
      <p className="line-clamp-2 h-[2.75em] text-sm leading-snug font-medium wrap-anywhere">{name}</p>
      <p className="flex min-h-9 items-center pt-1.5 text-lg">
        {price !== undefined && <PriceTag {...amountParts(price)} former="" share="" />}
      </p>
    </div>
  )
}
