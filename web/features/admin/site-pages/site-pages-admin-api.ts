import type { AddPage, AdminPage, AdminPages, SavePage } from '../../../../shared/site-pages/schema.ts'
import { api } from '../../../api/api.ts'
import type { AppDispatch } from '../../../api/app-store.ts'

const pagePath = (slug: string) => `/api/admin/pages/${encodeURIComponent(slug)}`
/** The shop shows these pages. */
const shown = { extraOptions: { changesCatalog: true }, invalidatesTags: ['AdminSitePage', 'Product'] } as const
const LIST = { type: 'AdminSitePage', id: 'LIST' } as const

interface Change {
  slug: string
  revision: number
}

const pagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAdminPages: build.query<AdminPages, void>({
      query: () => '/api/admin/pages',
      providesTags: [LIST],
    }),
    getAdminPage: build.query<AdminPage, string>({
      query: pagePath,
      providesTags: (_page, _error, slug) => [{ type: 'AdminSitePage', id: slug }],
    }),
    addPage: build.mutation<AdminPage, AddPage>({
      query: (body) => ({ url: '/api/admin/pages', method: 'POST', body }),
      invalidatesTags: [LIST],
    }),
    savePage: build.mutation<AdminPage, SavePage & { slug: string }>({
      query: ({ slug, ...body }) => ({ url: pagePath(slug), method: 'PUT', body }),
      onQueryStarted: showChanged,
      invalidatesTags: [LIST],
    }),
    publishPage: build.mutation<AdminPage, Change>({
      query: ({ slug, revision }) => ({ url: `${pagePath(slug)}/publish`, method: 'POST', body: { revision } }),
      ...shown,
    }),
    unpublishPage: build.mutation<AdminPage, Change>({
      query: ({ slug, revision }) => ({ url: `${pagePath(slug)}/unpublish`, method: 'POST', body: { revision } }),
      ...shown,
    }),
    restorePage: build.mutation<AdminPage, Change & { version: number }>({
      query: ({ slug, ...body }) => ({ url: `${pagePath(slug)}/restore`, method: 'POST', body }),
      onQueryStarted: showChanged,
      invalidatesTags: [LIST],
    }),
    changePageFooter: build.mutation<AdminPage, Change & { in_footer: boolean }>({
      query: ({ slug, ...body }) => ({ url: pagePath(slug), method: 'PATCH', body }),
      ...shown,
    }),
    /** Shows the new order at once. */
    orderPages: build.mutation<AdminPages, string[]>({
      query: (slugs) => ({ url: '/api/admin/page-order', method: 'PUT', body: { slugs } }),
      ...shown,
      onQueryStarted: async (slugs, { dispatch, queryFulfilled }) => {
        const moved = dispatch(
          pagesApi.util.updateQueryData('getAdminPages', undefined, (list) => {
            list.pages.sort((a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug))
          }),
        )
        await queryFulfilled.catch(() => moved.undo())
      },
    }),
    deletePage: build.mutation<null, string>({
      query: (slug) => ({ url: pagePath(slug), method: 'DELETE' }),
      invalidatesTags: [LIST],
    }),
  }),
})

interface Started {
  dispatch: AppDispatch
  queryFulfilled: Promise<{ data: AdminPage }>
}

/** Shows a changed page with its new revision at once, so that it can be changed again. */
async function showChanged({ slug }: { slug: string }, { dispatch, queryFulfilled }: Started): Promise<void> {
  const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
  if (data) await dispatch(pagesApi.util.upsertQueryData('getAdminPage', slug, data))
}

export const {
  useGetAdminPagesQuery,
  useGetAdminPageQuery,
  useAddPageMutation,
  useSavePageMutation,
  usePublishPageMutation,
  useUnpublishPageMutation,
  useRestorePageMutation,
  useChangePageFooterMutation,
  useOrderPagesMutation,
  useDeletePageMutation,
} = pagesApi
