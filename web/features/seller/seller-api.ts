import { PRODUCT_FIELD } from '../../../shared/catalog/constants.ts'
import type {
  EditProduct,
  SaveProduct,
  SellerProduct,
  SellerProductPage,
  SellerProductsQuery,
} from '../../../shared/catalog/schema.ts'
import type { ListQuery } from '../../../shared/kernel/list-schema.ts'
import type { SellerOrder, SellerOrderPage } from '../../../shared/orders/schema.ts'
import type { SellerStats } from '../../../shared/stats/schema.ts'
import { api } from '../../api/api.ts'
import type { AppDispatch } from '../../api/app-store.ts'
import { sendForm } from '../../api/send-form.ts'

interface ProductUpload<Product> {
  product: Product
  /** By the field names that `product.images` uses. */
  files: ReadonlyMap<string, File>
  /** Hears the part that has been sent, 0 to 1. */
  onProgress: (sent: number) => void
}

const extraOptions = { signedIn: true }
const changesCatalog = { ...extraOptions, changesCatalog: true }

function formOf({ product, files }: ProductUpload<SaveProduct>): FormData {
  const form = new FormData()
  form.set(PRODUCT_FIELD, JSON.stringify(product))
  for (const [field, file] of files) form.set(field, file)
  return form
}

// The calls of the seller's stall; the server answers only what is the seller's own.

const productsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSellerProducts: build.query<SellerProductPage, SellerProductsQuery>({
      query: (params) => ({ url: '/api/seller/products', params: { ...params } }),
      extraOptions,
      providesTags: ['SellerProduct'],
    }),
    /** A product that is not the seller's own is `null`. */
    getSellerProduct: build.query<SellerProduct | null, string>({
      queryFn: async (productId, _api, _options, ask) => {
        const answer = await ask(`/api/seller/products/${encodeURIComponent(productId)}`)
        if (!answer.error) return { data: answer.data as SellerProduct }
        const isUnknown = [400, 403, 404].includes(Number(answer.error.status))
        return isUnknown ? { data: null } : { error: answer.error }
      },
      extraOptions,
      // An edit begins with what is stored now.
      keepUnusedDataFor: 0,
      providesTags: ['SellerProduct'],
    }),
    createProduct: build.mutation<SellerProduct, ProductUpload<SaveProduct>>({
      queryFn: (upload, { dispatch }) =>
        (dispatch as AppDispatch)(
          sendForm<SellerProduct>({
            method: 'POST',
            path: '/api/seller/products',
            body: formOf(upload),
            changesCatalog: true,
            onProgress: upload.onProgress,
          }),
        ),
      invalidatesTags: (product) => (product ? ['SellerProduct', 'Product'] : []),
    }),
    editProduct: build.mutation<SellerProduct, ProductUpload<EditProduct> & { productId: string }>({
      queryFn: ({ productId, ...upload }, { dispatch }) =>
        (dispatch as AppDispatch)(
          sendForm<SellerProduct>({
            method: 'PUT',
            path: `/api/seller/products/${encodeURIComponent(productId)}`,
            body: formOf(upload),
            changesCatalog: true,
            onProgress: upload.onProgress,
          }),
        ),
      invalidatesTags: (product) => (product ? ['SellerProduct', 'Product'] : []),
    }),
    deleteProduct: build.mutation<null, string>({
      query: (productId) => ({ url: `/api/seller/products/${encodeURIComponent(productId)}`, method: 'DELETE' }),
      extraOptions: changesCatalog,
      invalidatesTags: ['SellerProduct', 'Product'],
    }),
  }),
})

const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSellerOrders: build.query<SellerOrderPage, ListQuery>({
      query: (params) => ({ url: '/api/seller/orders', params: { ...params } }),
      extraOptions,
      providesTags: ['SellerOrder'],
    }),
    /** An order without products of the seller is `null`. */
    getSellerOrder: build.query<SellerOrder | null, string>({
      queryFn: async (orderId, _api, _options, ask) => {
        const answer = await ask(`/api/seller/orders/${encodeURIComponent(orderId)}`)
        if (!answer.error) return { data: answer.data as SellerOrder }
        const isUnknown = [400, 403, 404].includes(Number(answer.error.status))
        return isUnknown ? { data: null } : { error: answer.error }
      },
      extraOptions,
      providesTags: ['SellerOrder'],
    }),
  }),
})

const statsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSellerStats: build.query<SellerStats, void>({
      query: () => '/api/seller/stats',
      extraOptions,
      providesTags: ['SellerProduct', 'SellerOrder'],
    }),
  }),
})

export const {
  useGetSellerProductsQuery,
  useGetSellerProductQuery,
  useCreateProductMutation,
  useEditProductMutation,
  useDeleteProductMutation,
} = productsApi

export const { useGetSellerOrdersQuery, useGetSellerOrderQuery } = ordersApi

export const { useGetSellerStatsQuery } = statsApi
