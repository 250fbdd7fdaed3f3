import type { Preview, PreviewPages } from '../../../../shared/previews/schema.ts'
import type {
  AddPage,
  AdminPage,
  AdminPages,
  OrderPages,
  PageText,
  SavePage,
  SitePage,
} from '../../../../shared/site-pages/schema.ts'
import { api } from '../../../api/api.ts'

const pagePath = (slug: string) => `/api/admin/pages/${encodeURIComponent(slug)}`
/** The shop shows these pages. */
const shown = { extraOptions: { changesCatalog: true }, invalidatesTags: ['AdminSitePage', 'Product'] } as const
const LIST = { type: 'AdminSitePage', id: 'LIST' } as const

interface Change {
  slug: string
  revision: number
}

export const sitePagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSitePages: build.query<AdminPages, void>({
      query: () => '/api/admin/pages',
      providesTags: [LIST],
    }),
    readSitePage: build.query<AdminPage, string>({
      query: pagePath,
      // An edit starts from what is stored now.
      keepUnusedDataFor: 0,
      providesTags: (_page, _error, slug) => [{ type: 'AdminSitePage', id: slug }],
    }),
    readSitePageVersion: build.query<SitePage, { slug: string; version: number }>({
      query: ({ slug, version }) => `/api/pages/${encodeURIComponent(slug)}?version=${version}`,
    }),
    addSitePage: build.mutation<AdminPage, AddPage>({
      query: (body) => ({ url: '/api/admin/pages', method: 'POST', body }),
      invalidatesTags: [LIST],
    }),
    saveSitePage: build.mutation<AdminPage, SavePage & { slug: string }>({
      query: ({ slug, ...body }) => ({ url: pagePath(slug), method: 'PUT', body }),
      invalidatesTags: ['AdminSitePage'],
    }),
    previewSitePage: build.mutation<Preview, PageText & { slug: string }>({
      query: ({ slug, ...body }) => ({ url: `${pagePath(slug)}/preview`, method: 'POST', body }),
    }),
    publishSitePage: build.mutation<AdminPage, Change>({
      query: ({ slug, revision }) => ({ url: `${pagePath(slug)}/publish`, method: 'POST', body: { revision } }),
      ...shown,
    }),
    unpublishSitePage: build.mutation<AdminPage, Change>({
      query: ({ slug, revision }) => ({ url: `${pagePath(slug)}/unpublish`, method: 'POST', body: { revision } }),
      ...shown,
    }),
    changeSitePageFooter: build.mutation<AdminPage, Change & { in_footer: boolean }>({
      query: ({ slug, ...body }) => ({ url: pagePath(slug), method: 'PATCH', body }),
      ...shown,
    }),
    orderSitePages: build.mutation<AdminPages, OrderPages>({
      query: (body) => ({ url: '/api/admin/page-order', method: 'PUT', body }),
      ...shown,
      // The order shown until then ends with this answer.
      onQueryStarted: async (_order, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (data) dispatch(sitePagesApi.util.upsertQueryData('listSitePages', undefined, data))
      },
    }),
    previewSitePages: build.mutation<Preview, PreviewPages>({
      query: (body) => ({ url: '/api/admin/page-order/preview', method: 'POST', body }),
    }),
    deleteSitePage: build.mutation<null, string>({
      query: (slug) => ({ url: pagePath(slug), method: 'DELETE' }),
      invalidatesTags: [LIST],
    }),
  }),
})
