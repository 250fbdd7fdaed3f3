import { SELLER_PAGE_SORTS, type SellerPageSort } from '../../../shared/catalog/constants.ts'
import { sellerPath } from '../../../shared/catalog/seller-path.ts'
import { readPageNumber } from '../../ui/list/page-number.ts'

/** A page of a seller as its address describes it; absent members have their defaults. */
export interface SellerAddress {
  handle: string
  sort?: SellerPageSort
  page?: number
}

/** Returns what an address of any content asks for, without parameters that are invalid. */
export function readSellerAddress(handle: string, query: URLSearchParams): SellerAddress {
  const page = readPageNumber(query)
  const sort = SELLER_PAGE_SORTS.find((known) => known === query.get('sort') && known !== 'name')
  return { handle, ...(sort && { sort }), ...(page > 1 && { page }) }
}

/** Returns the address of a page of a seller. */
export function sellerPagePath({ handle, sort, page }: SellerAddress): string {
  const query = new URLSearchParams({ ...(sort && { sort }), ...(page && page > 1 && { page: String(page) }) })
  return query.size ? `${sellerPath(handle)}?${query}` : sellerPath(handle)
}
