import type { SellerProductsQuery } from '../../../../shared/catalog/schema.ts'
import type { ChangeStock, ScarceProducts, Stock, StockHistory } from '../../../../shared/stock/schema.ts'
import { api } from '../../../api/api.ts'
import { sellerApi } from '../seller-api.ts'

const stockPath = (productId: string) => `/api/seller/products/${encodeURIComponent(productId)}/stock`

type ScarceState = 'low' | 'out' | undefined

export const stockApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The stock of a product, with a page of its movements. */
    getStock: build.query<StockHistory, { productId: string; page?: number }>({
      query: ({ productId, page }) => ({ url: stockPath(productId), params: { page } }),
      // An edit starts from what is stored now.
      keepUnusedDataFor: 0,
      providesTags: ['SellerProduct'],
    }),
    /** The products that are low or sold out. */
    getScarce: build.query<ScarceProducts, ScarceState>({
      query: (state) => ({ url: '/api/seller/stock', params: { state } }),
      providesTags: ['SellerProduct'],
    }),
    /** Updates `list`, the view of the seller's products. */
    changeStock: build.mutation<Stock, { productId: string; change: ChangeStock; list?: SellerProductsQuery }>({
      query: ({ productId, change }) => ({ url: stockPath(productId), method: 'PUT', body: change }),
      extraOptions: { changesCatalog: true },
      onQueryStarted: async ({ productId, list }, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (!data?.counted || !list) return
        const { on_hand, reserved, stock_state } = data
        dispatch(
          sellerApi.util.updateQueryData('getSellerProducts', list, ({ products }) => {
            const product = products.find(({ product_id }) => product_id === productId)
            if (product) product.stock = { on_hand, reserved, stock_state }
          }),
        )
      },
      invalidatesTags: ['SellerProduct', 'Product'],
    }),
  }),
})

/** The views of a seller's products that are low or sold out: both, or one of them. */
export const SCARCE_VIEWS = ['all', 'low', 'out'] as const
export type ScarceView = (typeof SCARCE_VIEWS)[number]

const PARAMETER = 'stock'

/** Returns the address of a view. */
export function scarcePath(view: ScarceView): string {
  return `/seller/products?${PARAMETER}=${view}`
}

/** Returns the view that an address names; undefined for that of all products. */
export function readScarceView(search: URLSearchParams): ScarceView | undefined {
  return SCARCE_VIEWS.find((view) => view === search.get(PARAMETER))
}
