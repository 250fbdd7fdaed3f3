import { type Category, CategoryList, categories, setCategories } from '../../../../shared/catalog/categories.ts'
import type {
  AdminCategories,
  CategoryForm,
  OrderCategories,
  SaveCategory,
} from '../../../../shared/categories/schema.ts'
import type { Preview, PreviewCategory } from '../../../../shared/previews/schema.ts'
import { api } from '../../../api/api.ts'
import type { AppDispatch } from '../../../api/app-store.ts'

const categoryPath = (slug: string) => `/api/admin/categories/${encodeURIComponent(slug)}`

interface Merge {
  slug: string
  revision: number
  into: string
}

interface Started {
  dispatch: AppDispatch
  queryFulfilled: Promise<{ data: AdminCategories }>
}

/** The shop shows these changes; a refused one may be based on an old list. */
const shown = {
  extraOptions: { changesCatalog: true },
  invalidatesTags: ['AdminCategory', 'Product'],
  onQueryStarted: async (_arg: unknown, { queryFulfilled }: Started) => {
    const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
    if (data) showInShop(data)
  },
} as const

export const categoriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCategories: build.query<AdminCategories, void>({
      query: () => '/api/admin/categories',
      providesTags: ['AdminCategory'],
    }),
    addCategory: build.mutation<AdminCategories, CategoryForm>({
      query: (body) => ({ url: '/api/admin/categories', method: 'POST', body }),
      ...shown,
    }),
    saveCategory: build.mutation<AdminCategories, { of: string; body: SaveCategory }>({
      query: ({ of, body }) => ({ url: categoryPath(of), method: 'PUT', body }),
      ...shown,
    }),
    mergeCategory: build.mutation<AdminCategories, Merge>({
      query: ({ slug, ...body }) => ({ url: `${categoryPath(slug)}/merge`, method: 'POST', body }),
      ...shown,
    }),
    removeCategoryPicture: build.mutation<AdminCategories, { slug: string; from: string }>({
      query: ({ slug, ...params }) => ({ url: `${categoryPath(slug)}/picture`, method: 'DELETE', params }),
      ...shown,
    }),
    orderCategories: build.mutation<AdminCategories, OrderCategories>({
      query: (body) => ({ url: '/api/admin/category-order', method: 'PUT', body }),
      ...shown,
      // The order shown until then ends with this answer.
      onQueryStarted: async (_order, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (!data) return
        dispatch(categoriesApi.util.upsertQueryData('listCategories', undefined, data))
        showInShop(data)
      },
    }),
    previewCategory: build.mutation<Preview, PreviewCategory>({
      query: (body) => ({ url: '/api/admin/categories/preview', method: 'POST', body }),
    }),
    previewMerge: build.mutation<Preview, Merge>({
      query: ({ slug, ...body }) => ({ url: `${categoryPath(slug)}/merge/preview`, method: 'POST', body }),
    }),
    previewCategoryOrder: build.mutation<Preview, string[]>({
      query: (slugs) => ({ url: '/api/admin/category-order/preview', method: 'POST', body: { slugs } }),
    }),
  }),
})

/** Shows changed categories on the pages of the shop that this tab opens next. */
function showInShop({ categories: changed }: AdminCategories): void {
  const { byName } = categories()
  setCategories(
    new CategoryList(
      changed.map(({ slug, name, is_hidden }): Category => {
        const before = byName.get(name.toLowerCase())
        const isSame = before?.name === name && before.slug === slug
        return {
          slug,
          name,
          ...(isSame && before.title !== undefined && { title: before.title }),
          ...(is_hidden && { is_hidden }),
        }
      }),
    ),
  )
}
