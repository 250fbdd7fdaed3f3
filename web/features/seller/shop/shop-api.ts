import type { HiddenProductPage, OwnShop, SaveFacts } from '../../../../shared/sellers/schema.ts'
import { api } from '../../../api/api.ts'
import type { AppDispatch } from '../../../api/app-store.ts'
import { sendForm } from '../../../api/send-form.ts'

const SHOP = '/api/seller/shop'
export const DOCUMENT_PATH = `${SHOP}/document`
const changesCatalog = { changesCatalog: true }

interface DocumentUpload {
  file: File
  /** Called with the fraction sent, 0 to 1. */
  onProgress: (sent: number) => void
}

export const shopApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnShop: build.query<OwnShop, void>({ query: () => SHOP, providesTags: ['Profile'] }),
    saveFacts: build.mutation<OwnShop, SaveFacts>({
      query: (body) => ({ url: SHOP, method: 'PUT', body }),
      extraOptions: changesCatalog,
      invalidatesTags: (shop) => (shop ? ['Profile', 'Product'] : []),
    }),
    saveDocument: build.mutation<OwnShop, DocumentUpload>({
      queryFn: ({ file, onProgress }, { dispatch }) => {
        const body = new FormData()
        body.set('document', file)
        return (dispatch as AppDispatch)(sendForm<OwnShop>({ method: 'PUT', path: DOCUMENT_PATH, body, onProgress }))
      },
      invalidatesTags: ['Profile'],
    }),
    removeDocument: build.mutation<OwnShop, void>({
      query: () => ({ url: DOCUMENT_PATH, method: 'DELETE' }),
      invalidatesTags: ['Profile'],
    }),
    /** Also invalidates on failure: a refusal usually means stale data. */
    askForApproval: build.mutation<OwnShop, void>({
      query: () => ({ url: `${SHOP}/ask`, method: 'POST' }),
      invalidatesTags: ['Profile'],
    }),
    getOwnHiddenProducts: build.query<HiddenProductPage, void>({
      query: () => '/api/seller/hidden-products',
      providesTags: ['SellerProduct'],
    }),
    answerHidden: build.mutation<null, { product_id: string; answer: string }>({
      query: ({ product_id, answer }) => ({
        url: `/api/seller/hidden-products/${product_id}/answer`,
        method: 'PUT',
        body: { answer },
      }),
      invalidatesTags: ['SellerProduct'],
    }),
  }),
})
