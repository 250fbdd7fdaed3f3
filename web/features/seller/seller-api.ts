import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import type { Notices } from '../../../shared/audit/schema.ts'
import { PRODUCT_FIELD } from '../../../shared/catalog/desk-constants.ts'
import type {
  CreateProduct,
  EditProduct,
  SaveProduct,
  SellerProduct,
  SellerProductPage,
  SellerProductsQuery,
} from '../../../shared/catalog/schema.ts'
import type { OwnSellerPage, SaveSellerPage } from '../../../shared/catalog/seller-schema.ts'
import type { FullSellerOrder, FullSellerOrderPage, SellerViewQuery } from '../../../shared/fulfilment/schema.ts'
import { CHART_DAYS, type ChartRange } from '../../../shared/stats/constants.ts'
import type { SellerStats } from '../../../shared/stats/schema.ts'
import { api } from '../../api/api.ts'
import type { AppDispatch } from '../../api/app-store.ts'
import { sendForm } from '../../api/send-form.ts'

interface ProductUpload<Product> {
  product: Product
  /** By the field names that `product.images` uses. */
  files: ReadonlyMap<string, File>
  /** Called with the fraction sent, 0 to 1. */
  onProgress: (sent: number) => void
}

const changesCatalog = { changesCatalog: true }

const productPath = (productId: string) => `/api/seller/products/${encodeURIComponent(productId)}`

function sendProduct(method: 'POST' | 'PUT', path: string, { product, files, onProgress }: ProductUpload<SaveProduct>) {
  const body = new FormData()
  body.set(PRODUCT_FIELD, JSON.stringify(product))
  for (const [field, file] of files) body.set(field, file)
  return sendForm<SellerProduct>({ method, path, body, changesCatalog: true, onProgress })
}

/** Returns what a call responded; `null` for what does not exist or is another seller's. */
function ownOrNull<Own>({ data, error }: { data?: unknown; error?: FetchBaseQueryError | undefined }) {
  if (!error) return { data: data as Own }
  return [400, 403, 404].includes(Number(error.status)) ? { data: null } : { error }
}

/** The endpoints of the signed-in seller. */
export const sellerApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSellerProducts: build.query<SellerProductPage, SellerProductsQuery>({
      query: (params) => ({ url: '/api/seller/products', params: { ...params } }),
      providesTags: ['SellerProduct'],
    }),
    /** A product that is not the seller's own is `null`. */
    getSellerProduct: build.query<SellerProduct | null, string>({
      queryFn: async (productId, _api, _options, send) => ownOrNull<SellerProduct>(await send(productPath(productId))),
      // An edit starts from what is stored now.
      keepUnusedDataFor: 0,
      providesTags: ['SellerProduct'],
    }),
    createProduct: build.mutation<SellerProduct, ProductUpload<CreateProduct>>({
      queryFn: (upload, { dispatch }) => (dispatch as AppDispatch)(sendProduct('POST', '/api/seller/products', upload)),
      invalidatesTags: (product) => (product ? ['SellerProduct', 'Product'] : []),
    }),
    editProduct: build.mutation<SellerProduct, ProductUpload<EditProduct> & { productId: string }>({
      queryFn: ({ productId, ...upload }, { dispatch }) =>
        (dispatch as AppDispatch)(sendProduct('PUT', productPath(productId), upload)),
      invalidatesTags: (product) => (product ? ['SellerProduct', 'Product'] : []),
    }),
    deleteProduct: build.mutation<null, string>({
      query: (productId) => ({ url: productPath(productId), method: 'DELETE' }),
      extraOptions: changesCatalog,
      invalidatesTags: ['SellerProduct', 'Product'],
    }),
    restoreProduct: build.mutation<SellerProduct, string>({
      query: (productId) => ({ url: `${productPath(productId)}/restore`, method: 'POST' }),
      extraOptions: changesCatalog,
      invalidatesTags: ['SellerProduct', 'Product'],
    }),
    getSellerOrders: build.query<FullSellerOrderPage, SellerViewQuery>({
      query: (params) => ({ url: '/api/seller/orders', params: { ...params } }),
      providesTags: ['SellerOrder'],
    }),
    /** An order without products of the seller is `null`. */
    getSellerOrder: build.query<FullSellerOrder | null, string>({
      queryFn: async (orderId, _api, _options, send) =>
        ownOrNull<FullSellerOrder>(await send(`/api/seller/orders/${encodeURIComponent(orderId)}`)),
      providesTags: ['SellerOrder'],
    }),
    getNotices: build.query<Notices, void>({
      query: () => '/api/seller/notices',
      providesTags: ['SellerNotice'],
    }),
    dismissNotice: build.mutation<null, number>({
      query: (number) => ({ url: `/api/seller/notices/${number}`, method: 'DELETE' }),
      invalidatesTags: ['SellerNotice'],
    }),
    getSellerStats: build.query<SellerStats, ChartRange>({
      query: (days) => ({ url: '/api/seller/stats', ...(days !== CHART_DAYS && { params: { days } }) }),
      providesTags: ['SellerProduct', 'SellerOrder'],
    }),
    getOwnPage: build.query<OwnSellerPage, void>({
      query: () => '/api/seller/page',
      providesTags: ['Profile'],
    }),
    savePage: build.mutation<OwnSellerPage, SaveSellerPage>({
      query: (body) => ({ url: '/api/seller/page', method: 'PUT', body }),
      extraOptions: { changesCatalog: true },
      invalidatesTags: (page) => (page ? ['Profile', 'Product'] : []),
    }),
  }),
})
