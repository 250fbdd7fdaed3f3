import type { AddSynonym, SearchOverview, Synonym } from '../../../shared/catalog/search-admin-schema.ts'
import { api } from '../../api/api.ts'

const extraOptions = { signedIn: true }

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSearches: build.query<SearchOverview, void>({
      query: () => '/api/admin/search',
      extraOptions,
      providesTags: ['AdminSearch'],
    }),
    addSynonym: build.mutation<Synonym, AddSynonym>({
      query: (body) => ({ url: '/api/admin/search/synonyms', method: 'POST', body }),
      extraOptions,
      invalidatesTags: ['AdminSearch', 'Product'],
    }),
    removeSynonym: build.mutation<null, string>({
      query: (id) => ({ url: `/api/admin/search/synonyms/${id}`, method: 'DELETE' }),
      extraOptions,
      invalidatesTags: ['AdminSearch', 'Product'],
    }),
  }),
})

export const { useGetSearchesQuery, useAddSynonymMutation, useRemoveSynonymMutation } = searchApi
