import { answerDispute, closeDispute, retrieveDisputes } from './disputes.ts'
import { cancelIntent, captureIntent, createIntent, draftPaid, retrieveIntent, retrieveIntents } from './intents.ts'
import { type Endpoint, endpoint } from './pay.ts'
import { createRefund, retrieveRefunds } from './refunds.ts'
import {
  answerDisputeParams,
  captureParams,
  createIntentParams,
  createRefundParams,
  noParams,
  ofIntentPageParams,
  pageParams,
  retrieveIntentParams,
} from './wire.ts'

/** The part of Stripe's API that the marketplace calls. */
export const endpoints: readonly Endpoint[] = [
  endpoint('POST /v1/payment_intents', createIntentParams, createIntent, draftPaid),
  endpoint('GET /v1/payment_intents', pageParams, retrieveIntents),
  endpoint('GET /v1/payment_intents/:id', retrieveIntentParams, retrieveIntent),
  endpoint('POST /v1/payment_intents/:id/capture', captureParams, captureIntent),
  endpoint('POST /v1/payment_intents/:id/cancel', noParams, cancelIntent),
  endpoint('POST /v1/refunds', createRefundParams, createRefund),
  endpoint('GET /v1/refunds', ofIntentPageParams, retrieveRefunds),
  endpoint('GET /v1/disputes', ofIntentPageParams, retrieveDisputes),
  endpoint('POST /v1/disputes/:id', answerDisputeParams, answerDispute),
  endpoint('POST /v1/disputes/:id/close', noParams, closeDispute),
]
