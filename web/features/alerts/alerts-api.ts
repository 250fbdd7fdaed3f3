import type { StockAlerts } from '../../../shared/alerts/schema.ts'
import { api } from '../../api/api.ts'

const extraOptions = { signedIn: true }

/** The sold-out products that a buyer waits for. */
const alertsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStockAlerts: build.query<StockAlerts, void>({
      query: () => '/api/stock-alerts',
      extraOptions,
      providesTags: ['StockAlert'],
    }),
    changeStockAlert: build.mutation<StockAlerts, { productId: string; waits: boolean }>({
      query: ({ productId, waits }) => ({ url: `/api/stock-alerts/${productId}`, method: waits ? 'PUT' : 'DELETE' }),
      extraOptions,
      onQueryStarted: async (_change, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (data) dispatch(alertsApi.util.upsertQueryData('getStockAlerts', undefined, data))
      },
    }),
  }),
})

export const { useGetStockAlertsQuery, useChangeStockAlertMutation } = alertsApi
