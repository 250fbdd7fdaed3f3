import { Suspense, useState } from 'react'
import { MAX_LINE_QUANTITY } from '../../../../shared/cart/constants.ts'
import { cartErrors } from '../../../../shared/cart/errors.ts'
import { categoryName, categoryPath } from '../../../../shared/catalog/categories.ts'
import { sellerPath } from '../../../../shared/catalog/handles.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import type { Product } from '../../../../shared/catalog/schema.ts'
import { BASE_PATH } from '../../../../shared/kernel/language.ts'
import { formatMonth } from '../../../../shared/kernel/locale.ts'
import { formatAmount } from '../../../../shared/kernel/money.ts'
import { lineTotal } from '../../../../shared/pricing/line-total.ts'
import { stockText } from '../../../../shared/stock/messages.ts'
import { useSite } from '../../../api/site.ts'
import { Awning } from '../../../ui/awning.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { QuantityControl } from '../../../ui/form/quantity-control.tsx'
import { useHydrated } from '../../../ui/hooks.ts'
import { icon } from '../../../ui/icons.tsx'
import { isPlainPath, Link } from '../../../ui/link.tsx'
import { lazyCode, Nothing } from '../../../ui/load-code.ts'
import { showError, showSuccess } from '../../../ui/overlay/toasts.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { PriceTag } from '../../../ui/price.tsx'
import { ShapedPart } from '../../../ui/static-part.tsx'
import { PriceText, withUnits } from '../../../ui/text.tsx'
import { PurchaseActions } from '../../cart/purchase-actions.tsx'
import { SaveButton } from '../../saved/save-button.tsx'
import { AwayNote, DeliveryTerms, termsOf } from '../delivery-terms.tsx'
import { RatingText, ratingTexts, tagOf } from '../product-card.tsx'

const Share2 = icon(
  'M15 5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM3 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM15 19a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM8.59 13.51l6.83 3.98M15.41 6.51l-6.82 3.98',
)

/** Longer names are set in a smaller size. */
const LONG_NAME = 50

/** The offer: seller, name, price, quantity, buttons, and terms. */
export function ProductOffer({ product }: { product: Product }) {
  const { product_id, product_name, seller } = product
  const isSoldOut = product.stock_state === 'out'
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center">
          {seller && (
            <p className="me-3 flex min-w-0 flex-1 items-center gap-2.5 text-sm">
              <Awning form="mark" of={seller.awning} />
              <Link to={sellerPath(seller.handle)} className="py-0.5 font-medium wrap-anywhere hover:underline">
                {seller.name}
              </Link>
            </p>
          )}
          <ShareButton title={product_name} path={`/product/${product_id}`} />
          <SaveButton
            productId={product_id}
            name={product_name}
            className="bg-transparent!"
            noteClassName="mt-1.5 w-full text-sm"
          />
        </div>
        <PageHeading className={product_name.length > LONG_NAME ? '[--title:1.25rem]' : '[--title:1.75rem]'}>
          {withUnits(product_name)}
        </PageHeading>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {product.rating && (
            <a href="#reviews" className="font-medium hover:underline">
              <RatingText {...ratingTexts(product.rating)} />
            </a>
          )}
          <Categories categories={product.product_category} />
        </div>
      </div>
      <ProductPrice product={product} />
      <Purchase product={product} isSoldOut={isSoldOut} />
      <AwayNote until={seller?.away_until} />
      <OfferTerms product={product} />
    </div>
  )
}

function Purchase({ product, isSoldOut }: { product: Product; isSoldOut: boolean }) {
  const { product_id, product_name, product_price } = product
  const [quantity, setQuantity] = useState(1)
  const [atLimit, setAtLimit] = useState(false)
  const texts = {
    label: catalogMessages.quantityOf({ name: product_name }),
    total: formatAmount(lineTotal(product_price, quantity)),
  }
  return (
    <ShapedPart name={import.meta.env.SSR ? `purchase-${isSoldOut}` : undefined} texts={texts}>
      {(shown) => (
        <PurchaseActions
          productId={product_id}
          productName={product_name}
          price={product_price}
          quantity={quantity}
          soldOut={isSoldOut && <NotifyMeLater productId={product_id} />}
          problem={<FailureNote text={atLimit ? cartErrors.quantity_too_large.text : null} />}
          total={
            <p
              className={classNames(
                'flex flex-wrap items-baseline gap-x-2 max-sm:order-last max-sm:w-full',
                quantity === 1 ? 'text-sm text-muted' : 'font-semibold',
              )}
            >
              <span>{catalogMessages.total}</span>
              <output aria-label={catalogMessages.total}>
                <PriceText>{shown.total}</PriceText>
              </output>
            </p>
          }
        >
          <QuantityControl
            label={shown.label}
            value={quantity}
            onChange={(wanted) => {
              setQuantity(wanted)
              setAtLimit(false)
            }}
            onAboveMax={() => {
              setQuantity(MAX_LINE_QUANTITY)
              setAtLimit(true)
            }}
          />
        </PurchaseActions>
      )}
    </ShapedPart>
  )
}

const NotifyMe = lazyCode(async () => (await import('../../alerts/notify-me.tsx')).NotifyMe, Nothing)

/** Loaded by pages of sold-out products only; its space is reserved. */
function NotifyMeLater({ productId }: { productId: string }) {
  return (
    <div className="grid min-h-19 content-start gap-2">
      {useHydrated() && (
        <Suspense>
          <NotifyMe productId={productId} />
        </Suspense>
      )}
    </div>
  )
}

function Categories({ categories }: { categories: readonly string[] }) {
  if (!categories.length) return null
  return (
    <ul aria-label={catalogMessages.categories} className="flex flex-wrap gap-2">
      {categories.map((category) => (
        <li key={category}>
          <Link
            to={categoryPath(category)}
            className="inline-flex min-h-7 items-center rounded-full bg-tint px-3 text-sm font-medium hover:bg-tint-strong"
          >
            {categoryName(category)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function ProductPrice({ product }: { product: Product }) {
  const stock = stockText(product)
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PriceTag {...tagOf(product)} className="text-xl" />
        {product.flash_sale && (
          <span className="text-sm font-medium text-accent-strong">{catalogMessages.flashSaleBadge}</span>
        )}
        {stock && (
          <span
            id="stock"
            className={classNames('ms-auto text-sm font-medium', STOCK_TONES[product.stock_state ?? 'in'])}
          >
            {stock}
          </span>
        )}
      </p>
      {product.lowest_price_30_days !== undefined && (
        <p className="text-sm text-muted">
          {catalogMessages.lowestPrice({ price: formatAmount(product.lowest_price_30_days) })}
        </p>
      )}
    </div>
  )
}

const STOCK_TONES = { in: 'text-good', low: 'text-danger', out: 'text-danger', backorder: 'text-info' } as const

function termsShape(sellerPath: string): string | undefined {
  return !sellerPath || isPlainPath(sellerPath) ? 'terms' : undefined
}

function OfferTerms({ product: { seller, ...product } }: { product: Product }) {
  const rating = ratingTexts(seller?.rating)
  const texts = {
    ...termsOf({ ...product, dispatchDays: seller?.dispatch_days }),
    seller: seller?.name ?? '',
    sellerPath: seller ? sellerPath(seller.handle) : '',
    since: seller ? catalogMessages.soldSince({ kind: `${seller.is_trader}`, month: formatMonth(seller.since) }) : '',
    rating: rating.text,
    rated: rating.spoken,
  }
  return (
    <ShapedPart name={import.meta.env.SSR ? termsShape(texts.sellerPath) : undefined} texts={texts}>
      {(shown) => (
        <dl className="terms text-sm">
          <DeliveryTerms delivery={shown.delivery} dispatch={shown.dispatch} />
          {shown.sellerPath && (
            <>
              <dt>{catalogMessages.soldBy}</dt>
              <dd>
                <Link to={shown.sellerPath} className="font-medium text-ink underline wrap-anywhere">
                  <bdi>{shown.seller}</bdi>
                </Link>{' '}
                {shown.since}{' '}
                {shown.rating && <RatingText text={shown.rating} spoken={shown.rated} className="inline-block" />}
              </dd>
            </>
          )}
        </dl>
      )}
    </ShapedPart>
  )
}

function ShareButton({ title, path }: { title: string; path: string }) {
  const { siteUrl } = useSite()
  const hydrated = useHydrated()
  const url = siteUrl + BASE_PATH + path
  const canShare = hydrated && 'share' in navigator
  const canCopy = hydrated && 'clipboard' in navigator
  const label = canCopy && !canShare ? catalogMessages.copyLink : catalogMessages.share
  // Cancelling is not a failure.
  const share = () => navigator.share({ title, url }).catch(() => {})
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showSuccess(catalogMessages.linkCopied),
      () => showError(catalogMessages.linkNotCopied),
    )
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      onClick={canShare ? share : copy}
      // The space is reserved until the capabilities are known, as is that of the heart, which sellers and admins lack.
      className={classNames('ms-auto shrink-0 last:me-10', !canShare && !canCopy && 'invisible')}
    >
      <Share2 aria-hidden className="size-5" />
    </Button>
  )
}
