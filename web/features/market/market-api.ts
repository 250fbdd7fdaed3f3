import type { MarketSettings, SaveMarket } from '../../../shared/market/schema.ts'
import { api } from '../../api/api.ts'

const marketApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMarketSettings: build.query<MarketSettings, void>({
      query: () => '/api/admin/market',
      // An edit starts from what is stored now.
      keepUnusedDataFor: 0,
      providesTags: ['Market'],
    }),
    saveMarket: build.mutation<MarketSettings, SaveMarket>({
      query: (body) => ({ url: '/api/admin/market', method: 'PUT', body }),
      extraOptions: { changesCatalog: true },
    }),
  }),
})

export const { useGetMarketSettingsQuery, useLazyGetMarketSettingsQuery, useSaveMarketMutation } = marketApi
