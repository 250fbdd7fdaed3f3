import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { SellerProductPage, SellerProductRow } from '../../../shared/seller/schema.ts'
import { Price } from '../../ui/price.tsx'
import { ProductPicture } from '../../ui/product-picture.tsx'
import { inputLook } from '../../ui/text-field.tsx'
import { type ProductListAddress, productListPath } from './list-address.ts'
import { ProductActions } from './product-actions.tsx'
import { PRODUCT_COLUMNS } from './product-columns.ts'

interface ProductCardsProps {
  data: SellerProductPage
  address: ProductListAddress
}

const DIRECTIONS = [
  { direction: 'asc', text: 'up' },
  { direction: 'desc', text: 'down' },
] as const

/** One page of the seller's products for narrow screens: what the table's columns say, one product below the other. */
export function ProductCards({ data, address }: ProductCardsProps) {
  const before = (data.page - 1) * data.page_size
  return (
    <>
      <SortChoice address={address} />
      <ul aria-label="Products" className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {data.products.map((product, index) => (
          <ProductCard key={product.product_id} product={product} number={before + index + 1} />
        ))}
      </ul>
    </>
  )
}

function SortChoice({ address }: { address: ProductListAddress }) {
  const navigate = useNavigate()

  function choose(value: string) {
    for (const { sort } of PRODUCT_COLUMNS) {
      for (const { direction } of DIRECTIONS) {
        if (value === `${sort} ${direction}`) navigate(productListPath({ ...address, sort, direction, page: 1 }))
      }
    }
  }

  return (
    <select
      aria-label="Sort by"
      value={`${address.sort} ${address.direction}`}
      onChange={(event) => choose(event.target.value)}
      className={`${inputLook} mb-4`}
    >
      {PRODUCT_COLUMNS.flatMap(({ sort, text }) =>
        DIRECTIONS.map(({ direction, text: way }) => (
          <option key={`${sort} ${direction}`} value={`${sort} ${direction}`}>
            {text}, {way}
          </option>
        )),
      )}
    </select>
  )
}

function ProductCard({ product, number }: { product: SellerProductRow; number: number }) {
  return (
    <li className="rounded-2xl border border-line bg-surface p-3">
      <div className="flex gap-3">
        <span className="w-14 shrink-0">
          <ProductPicture src={product.featured_image} alt="" sizes="56px" className="rounded-lg" />
        </span>
        <div className="min-w-0">
          <p className="text-sm text-muted tabular-nums">{number}</p>
          <p className="font-semibold wrap-anywhere">{product.product_name}</p>
        </div>
      </div>
      <dl className="mt-3 grid grid-cols-1 gap-1 tabular-nums">
        <Fact term="Price">
          <Price amount={product.product_price} />
        </Fact>
        <Fact term="Total Orders">{product.total_sales.toLocaleString('en-US')}</Fact>
        <Fact term="Total Sales">
          <Price amount={product.sales_amount} />
        </Fact>
      </dl>
      <div className="mt-2 flex justify-end border-t border-line pt-2">
        <ProductActions product={product} />
      </div>
    </li>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="min-w-0 font-medium">{children}</dd>
    </div>
  )
}
