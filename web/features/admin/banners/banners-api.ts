import type { AdminBanner, AdminBanners, BannerForm, OrderBanners } from '../../../../shared/banners/schema.ts'
import type { Preview } from '../../../../shared/previews/schema.ts'
import { api } from '../../../api/api.ts'

const bannerPath = (number: number) => `/api/admin/banners/${number}`
/** The home page shows these. */
const shown = { extraOptions: { changesCatalog: true }, invalidatesTags: ['AdminBanner', 'Product'] } as const

/** As the form has them; the server reads the numbers. */
export type BannerValues = Record<keyof BannerForm, string>

export const bannersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBanners: build.query<AdminBanners, void>({
      query: () => '/api/admin/banners',
      providesTags: ['AdminBanner'],
    }),
    addBanner: build.mutation<AdminBanner, BannerValues>({
      query: (body) => ({ url: '/api/admin/banners', method: 'POST', body }),
      ...shown,
    }),
    saveBanner: build.mutation<AdminBanner, BannerValues & { revision: number; banner_number: number }>({
      query: ({ banner_number, ...body }) => ({ url: bannerPath(banner_number), method: 'PUT', body }),
      ...shown,
    }),
    previewBanner: build.mutation<Preview, BannerValues & { banner_number?: number | undefined }>({
      query: (body) => ({ url: '/api/admin/banners/preview', method: 'POST', body }),
    }),
    removeBannerPicture: build.mutation<AdminBanner, { number: number; from: string }>({
      query: ({ number, ...params }) => ({ url: `${bannerPath(number)}/picture`, method: 'DELETE', params }),
      ...shown,
    }),
    deleteBanner: build.mutation<null, number>({
      query: (number) => ({ url: bannerPath(number), method: 'DELETE' }),
      ...shown,
    }),
    orderBanners: build.mutation<AdminBanners, OrderBanners>({
      query: (body) => ({ url: '/api/admin/banner-order', method: 'PUT', body }),
      ...shown,
      // The order shown until then ends with this answer.
      onQueryStarted: async (_order, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (data) dispatch(bannersApi.util.upsertQueryData('listBanners', undefined, data))
      },
    }),
    previewBannerOrder: build.mutation<Preview, number[]>({
      query: (banner_numbers) => ({
        url: '/api/admin/banner-order/preview',
        method: 'POST',
        body: { banner_numbers },
      }),
    }),
  }),
})
