import type { SellerProductSort, SortDirection } from '../../../shared/seller/constants.ts'

export interface ProductColumn {
  sort: SellerProductSort
  text: string
  /** A number or an amount: stands at the right. */
  isAmount: boolean
}

/** The columns of the product list that sort it. */
export const PRODUCT_COLUMNS: readonly ProductColumn[] = [
  { sort: 'number', text: 'S.No', isAmount: false },
  { sort: 'name', text: 'Name', isAmount: false },
  { sort: 'price', text: 'Price', isAmount: true },
  { sort: 'orders', text: 'Total Orders', isAmount: true },
  { sort: 'sales', text: 'Total Sales', isAmount: true },
]

/** Where a column starts when it is chosen: amounts are mostly wanted from the top. */
export function firstDirection({ isAmount, sort }: ProductColumn): SortDirection {
  return isAmount && sort !== 'price' ? 'desc' : 'asc'
}
