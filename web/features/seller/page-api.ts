import type { OwnSellerPage, SaveSellerPage } from '../../../shared/catalog/seller-schema.ts'
import { api } from '../../api/api.ts'

const extraOptions = { signedIn: true }

/** The seller's own page in the shop, as it is edited. */
const pageApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnPage: build.query<OwnSellerPage, void>({
      query: () => '/api/seller/page',
      extraOptions,
      providesTags: ['Profile'],
    }),
    savePage: build.mutation<OwnSellerPage, SaveSellerPage>({
      query: (body) => ({ url: '/api/seller/page', method: 'PUT', body }),
      extraOptions: { ...extraOptions, changesCatalog: true },
      invalidatesTags: (page) => (page ? ['Profile', 'Product'] : []),
    }),
  }),
})

export const { useGetOwnPageQuery, useSavePageMutation } = pageApi
