import type { FetchArgs } from '@reduxjs/toolkit/query/react'
import type { Cart, CartResponse, GoneProducts, MergedCart } from '../../../shared/cart/schema.ts'
import type { ProductCard, ProductList } from '../../../shared/catalog/schema.ts'
import { api } from '../../api/api.ts'
import type { CartChange } from './cart-change.ts'

function requestFor(change: CartChange): FetchArgs {
  if (change.kind === 'clear') return { url: '/api/cart', method: 'DELETE' }
  const { product_id, quantity } = change
  if (change.kind === 'add') return { url: '/api/cart/items', method: 'POST', body: { product_id, quantity } }
  return { url: `/api/cart/items/${product_id}`, method: 'PUT', body: { quantity } }
}

const cartOf = ({ cart }: CartResponse): Cart => cart

/** The cart's endpoints. The buyer's id is an argument, so that no user ever sees another's cart. */
export const cartApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCart: build.query<Cart, string>({
      query: () => '/api/cart',
      transformResponse: cartOf,
      providesTags: ['Cart'],
    }),
    /** The names of products that left the shop, by id. The argument is the buyer's id. */
    getGoneNames: build.query<Record<string, string>, string>({
      query: () => '/api/cart/gone',
      transformResponse: ({ products }: GoneProducts) =>
        Object.fromEntries(products.map(({ product_id, product_name }) => [product_id, product_name])),
      providesTags: ['Cart'],
    }),
    changeCart: build.mutation<Cart, CartChange>({ query: requestFor, transformResponse: cartOf }),
    clearCartAfterOrder: build.mutation<Cart, string>({
      query: (order_id) => ({ url: '/api/cart', method: 'DELETE', params: { order_id } }),
      transformResponse: cartOf,
    }),
    mergeCart: build.mutation<MergedCart, { merge_id: string; cart: Cart }>({
      query: (body) => ({ url: '/api/cart/merge', method: 'POST', body }),
    }),
    /** The products of a cart by id; null for one that does not exist. The argument is the ids, separated by commas. */
    getCartProducts: build.query<Record<string, ProductCard | null>, string>({
      // Not from the HTTP cache, as an order needs current prices.
      query: (ids) => ({ url: '/api/products', params: { ids }, cache: 'no-cache' }),
      extraOptions: { readsCatalog: true },
      transformResponse: ({ products }: ProductList, _meta, ids) => ({
        ...Object.fromEntries(ids.split(',').map((id) => [id, null])),
        ...Object.fromEntries(products.map((product) => [product.product_id, product])),
      }),
      providesTags: ['Product'],
    }),
  }),
})
