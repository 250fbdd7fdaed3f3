import type {
  AdminPayment,
  AdminPaymentPage,
  AdminPaymentsQuery,
  AnswerDispute,
  PaymentTest,
  ReceiveTransfer,
  RefundPayment,
} from '../../../../shared/payments/schema.ts'
import { api } from '../../../api/api.ts'

const paymentPath = (id: string) => `/api/admin/payments/${encodeURIComponent(id)}`
/** Also invalidates on failure: a refusal usually means stale data. */
const changes = { invalidatesTags: ['AdminPayment', 'AdminOrder'] } as const

export const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAdminPayments: build.query<AdminPaymentPage, AdminPaymentsQuery>({
      query: (list) => ({ url: '/api/admin/payments', params: { ...list } }),
      providesTags: ['AdminPayment'],
    }),
    getAdminPayment: build.query<AdminPayment, string>({
      query: paymentPath,
      providesTags: ['AdminPayment'],
    }),
    tryPayment: build.mutation<PaymentTest, void>({
      query: () => ({ url: '/api/admin/payments/test', method: 'POST' }),
    }),
    refundPayment: build.mutation<AdminPayment, { paymentId: string; refund: RefundPayment }>({
      query: ({ paymentId, refund }) => ({ url: `${paymentPath(paymentId)}/refunds`, method: 'POST', body: refund }),
      ...changes,
    }),
    receiveTransfer: build.mutation<AdminPayment, { paymentId: string; transfer: ReceiveTransfer }>({
      query: ({ paymentId, transfer }) => ({
        url: `${paymentPath(paymentId)}/received`,
        method: 'POST',
        body: transfer,
      }),
      ...changes,
    }),
    refreshPayment: build.mutation<AdminPayment, string>({
      query: (paymentId) => ({ url: `${paymentPath(paymentId)}/look`, method: 'POST' }),
      ...changes,
    }),
    noteSentBack: build.mutation<AdminPayment, string>({
      query: (refundId) => ({ url: `/api/admin/refunds/${encodeURIComponent(refundId)}/done`, method: 'POST' }),
      ...changes,
    }),
    assignRefund: build.mutation<AdminPayment, { refundId: string; seller_id: string }>({
      query: ({ refundId, seller_id }) => ({
        url: `/api/admin/refunds/${encodeURIComponent(refundId)}/seller`,
        method: 'POST',
        body: { seller_id },
      }),
      ...changes,
    }),
    noteSurplusReturned: build.mutation<AdminPayment, { paymentId: string; amount: number }>({
      query: ({ paymentId, amount }) => ({
        url: `${paymentPath(paymentId)}/surplus-returned`,
        method: 'POST',
        body: { amount },
      }),
      ...changes,
    }),
    answerDispute: build.mutation<AdminPayment, { dispute: number; answer: AnswerDispute }>({
      query: ({ dispute, answer }) => ({ url: `/api/admin/disputes/${dispute}/answer`, method: 'POST', body: answer }),
      ...changes,
    }),
    applyEventAgain: build.mutation<null, string>({
      query: (eventId) => ({ url: `/api/admin/payment-events/${encodeURIComponent(eventId)}/again`, method: 'POST' }),
      ...changes,
    }),
  }),
})
