import type { MarketPicture } from '../../../shared/market/constants.ts'
import type {
  MarketForm,
  MarketSettings,
  Opening,
  RegionForm,
  SaveMarket,
  SaveRegion,
} from '../../../shared/market/schema.ts'
import type { Preview } from '../../../shared/previews/schema.ts'
import { api } from '../../api/api.ts'

export const marketApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMarketSettings: build.query<MarketSettings, void>({
      query: () => '/api/admin/market',
      // An edit starts from what is stored now.
      keepUnusedDataFor: 0,
      providesTags: ['Market'],
    }),
    getOpening: build.query<Opening, void>({
      query: () => '/api/admin/market/opening',
      providesTags: ['Market'],
    }),
    dismissOpening: build.mutation<null, void>({
      query: () => ({ url: '/api/admin/market/opening/dismiss', method: 'POST' }),
      invalidatesTags: ['Market'],
    }),
    removeMarketPicture: build.mutation<null, { picture: MarketPicture; from: string }>({
      query: ({ picture, ...params }) => ({ url: `/api/admin/market/pictures/${picture}`, method: 'DELETE', params }),
      extraOptions: { changesCatalog: true },
      invalidatesTags: ['Market'],
    }),
    previewMarket: build.mutation<Preview, MarketForm>({
      query: (body) => ({ url: '/api/admin/market/preview', method: 'POST', body }),
    }),
    previewRegion: build.mutation<Preview, RegionForm>({
      query: (body) => ({ url: '/api/admin/market/region/preview', method: 'POST', body }),
    }),
    saveRegion: build.mutation<MarketSettings, SaveRegion>({
      query: (body) => ({ url: '/api/admin/market/region', method: 'PUT', body }),
      extraOptions: { changesCatalog: true },
      invalidatesTags: ['Market'],
    }),
    saveMarket: build.mutation<MarketSettings, SaveMarket>({
      query: (body) => ({ url: '/api/admin/market', method: 'PUT', body }),
      extraOptions: { changesCatalog: true },
      invalidatesTags: ['Market'],
    }),
  }),
})
