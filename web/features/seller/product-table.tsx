import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { SellerProductPage, SellerProductRow } from '../../../shared/seller/schema.ts'
import { Link } from '../../ui/link.tsx'
import { Price } from '../../ui/price.tsx'
import { ProductPicture } from '../../ui/product-picture.tsx'
import { ScrollFrame, stayingCell } from '../../ui/scroll-frame.tsx'
import { type ProductListAddress, productListPath } from './list-address.ts'
import { ProductActions } from './product-actions.tsx'
import { firstDirection, PRODUCT_COLUMNS, type ProductColumn } from './product-columns.ts'

const cell = 'px-3 py-2.5 whitespace-nowrap'

interface ProductTableProps {
  data: SellerProductPage
  address: ProductListAddress
}

/** One page of the seller's products; a column's name sorts by it. */
export function ProductTable({ data, address }: ProductTableProps) {
  const before = (data.page - 1) * data.page_size
  return (
    <ScrollFrame label="Products">
      <table className="w-full border-collapse text-left tabular-nums">
        <thead className="border-b border-line text-sm text-muted">
          <tr>
            {PRODUCT_COLUMNS.map((column) => (
              <SortableHead key={column.sort} column={column} address={address} />
            ))}
            <th scope="col" className={`px-3 py-3 font-medium ${stayingCell}`}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {data.products.map((product, index) => (
            <ProductRow key={product.product_id} product={product} number={before + index + 1} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

function SortableHead({ column, address }: { column: ProductColumn; address: ProductListAddress }) {
  const { sort, text, isAmount } = column
  const isSorted = address.sort === sort
  const isAscending = address.direction === 'asc'
  const direction = isSorted ? (isAscending ? 'desc' : 'asc') : firstDirection(column)
  const Icon = isSorted ? (isAscending ? ArrowUp : ArrowDown) : ArrowUpDown
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
      className={`px-1 py-1.5 font-medium whitespace-nowrap ${isAmount ? 'text-right' : ''}`}
    >
      <Link
        to={productListPath({ ...address, sort, direction, page: 1 })}
        preventScrollReset
        className="inline-flex min-h-9 items-center gap-1.5 rounded-lg px-2 hover:bg-tint hover:text-ink"
      >
        {text}
        <Icon aria-hidden className={`size-3.5 ${isSorted ? 'text-accent' : 'opacity-60'}`} />
      </Link>
    </th>
  )
}

function ProductRow({ product, number }: { product: SellerProductRow; number: number }) {
  return (
    <tr className="border-b border-line last:border-0">
      <td className={`${cell} text-muted`}>{number}</td>
      <th scope="row" className="min-w-52 px-3 py-2.5 font-semibold">
        <span className="flex items-center gap-3">
          <span className="w-11 shrink-0">
            <ProductPicture src={product.featured_image} alt="" sizes="44px" className="rounded-lg" />
          </span>
          <span title={product.product_name} className="line-clamp-2 wrap-anywhere">
            {product.product_name}
          </span>
        </span>
      </th>
      <td className={`${cell} text-right`}>
        <Price amount={product.product_price} />
      </td>
      <td className={`${cell} text-right`}>{product.total_sales.toLocaleString('en-US')}</td>
      <td className={`${cell} text-right`}>
        <Price amount={product.sales_amount} />
      </td>
      <td className={`${cell} ${stayingCell}`}>
        <ProductActions product={product} />
      </td>
    </tr>
  )
}
