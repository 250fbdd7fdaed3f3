import type { SandboxBooks, SandboxPlayed } from '../../../shared/payments/sandbox-schema.ts'
import { api } from '../../api/api.ts'

const extraOptions = { signedIn: true }

const sandboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSandbox: build.query<SandboxBooks, void>({
      query: () => '/api/admin/sandbox',
      extraOptions,
      providesTags: ['AdminPayment'],
    }),
    playSandbox: build.mutation<null, SandboxPlayed>({
      query: (body) => ({ url: '/api/admin/sandbox/plays', method: 'POST', body }),
      extraOptions,
      invalidatesTags: ['AdminPayment', 'AdminOrder'],
    }),
  }),
})

export const { useGetSandboxQuery, usePlaySandboxMutation } = sandboxApi
