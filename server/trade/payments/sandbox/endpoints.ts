import {
  retrieveBalance,
  retrieveCharge,
  retrieveEvent,
  retrieveEvents,
  retrieveMovement,
  retrieveMovements,
} from './account.ts'
import { closeDispute, retrieveDispute, retrieveDisputes, updateDispute } from './disputes.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
  draftPaid,
  retrieveIntent,
  retrieveIntents,
  updateIntentNotes,
} from './intents.ts'
import {
  balancePageParams,
  cancelParams,
  captureParams,
  confirmParams,
  createIntentParams,
  createRefundParams,
  eventPageParams,
  noParams,
  pageParams,
  refundPageParams,
  updateDisputeParams,
  updateIntentParams,
  updateRefundParams,
} from './params.ts'
import { createRefund, retrieveRefund, retrieveRefunds, updateRefund } from './refunds.ts'

export const endpoints: readonly Endpoint[] = [
  endpoint('POST /v1/payment_intents', createIntentParams, createIntent, draftPaid),
  endpoint('GET /v1/payment_intents', pageParams, retrieveIntents),
  endpoint('GET /v1/payment_intents/:id', noParams, retrieveIntent),
  endpoint('POST /v1/payment_intents/:id', updateIntentParams, updateIntentNotes),
  endpoint('POST /v1/payment_intents/:id/confirm', confirmParams, confirmIntent),
  endpoint('POST /v1/payment_intents/:id/capture', captureParams, captureIntent),
  endpoint('POST /v1/payment_intents/:id/cancel', cancelParams, cancelIntent),
  endpoint('GET /v1/charges/:id', noParams, retrieveCharge),
  endpoint('POST /v1/refunds', createRefundParams, createRefund),
  endpoint('GET /v1/refunds', refundPageParams, retrieveRefunds),
  endpoint('GET /v1/refunds/:id', noParams, retrieveRefund),
  endpoint('POST /v1/refunds/:id', updateRefundParams, updateRefund),
  endpoint('GET /v1/disputes', refundPageParams, retrieveDisputes),
  endpoint('GET /v1/disputes/:id', noParams, retrieveDispute),
  endpoint('POST /v1/disputes/:id', updateDisputeParams, updateDispute),
  endpoint('POST /v1/disputes/:id/close', noParams, closeDispute),
  endpoint('GET /v1/events', eventPageParams, retrieveEvents),
  endpoint('GET /v1/events/:id', noParams, retrieveEvent),
  endpoint('GET /v1/balance', noParams, retrieveBalance),
  endpoint('GET /v1/balance_transactions', balancePageParams, retrieveMovements),
  endpoint('GET /v1/balance_transactions/:id', noParams, retrieveMovement),
]
