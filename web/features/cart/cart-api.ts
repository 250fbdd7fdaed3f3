import type { FetchArgs } from '@reduxjs/toolkit/query/react'
import type { Cart, CartAnswer, MergedCart } from '../../../shared/cart/schema.ts'
import type { ProductCard, ProductList } from '../../../shared/catalog/schema.ts'
import { api } from '../../api/api.ts'
import type { CartChange } from './cart-change.ts'

const signedIn = { extraOptions: { signedIn: true } }

function requestFor(change: CartChange): FetchArgs {
  if (change.kind === 'clear') return { url: '/cart', method: 'DELETE' }
  const { product_id, quantity } = change
  if (change.kind === 'add') return { url: '/cart/items', method: 'POST', body: { product_id, quantity } }
  return { url: `/cart/items/${product_id}`, method: 'PUT', body: { quantity } }
}

const cartOf = ({ cart }: CartAnswer): Cart => cart

/** The calls of the cart. The buyer's id is an argument so that no answer is ever shown to another person. */
export const cartApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCart: build.query<Cart, string>({
      ...signedIn,
      query: () => '/cart',
      transformResponse: cartOf,
      providesTags: ['Cart'],
    }),
    changeCart: build.mutation<Cart, CartChange>({ ...signedIn, query: requestFor, transformResponse: cartOf }),
    clearCartAfterOrder: build.mutation<Cart, string>({
      ...signedIn,
      query: (order_id) => ({ url: '/cart', method: 'DELETE', params: { order_id } }),
      transformResponse: cartOf,
    }),
    mergeCart: build.mutation<MergedCart, { merge_id: string; cart: Cart }>({
      ...signedIn,
      query: (body) => ({ url: '/cart/merge', method: 'POST', body }),
    }),
    /** What is known of the products in a cart, by their ids (separated by commas); null for one that is not there. */
    getCartProducts: build.query<Record<string, ProductCard | null>, string>({
      // Browsers keep lists of the catalogue for a while; what an order will cost is asked for anew.
      query: (ids) => ({ url: '/products', params: { ids }, cache: 'no-cache' }),
      transformResponse: ({ products }: ProductList, _meta, ids) => ({
        ...Object.fromEntries(ids.split(',').map((id) => [id, null])),
        ...Object.fromEntries(products.map((product) => [product.product_id, product])),
      }),
      providesTags: ['Product'],
    }),
  }),
})

export const { useGetCartQuery, useGetCartProductsQuery } = cartApi
