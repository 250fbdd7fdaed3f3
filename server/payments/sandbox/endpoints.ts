import { type Endpoint, endpoint } from './endpoint.ts'
import { cancelIntent, captureIntent, confirmIntent, createIntent, retrieveIntent, retrieveIntents } from './intents.ts'
import { cancelParams, captureParams, confirmParams, createIntentParams, noParams, pageParams } from './params.ts'

/** Every address that the sandbox answers. */
export const endpoints: readonly Endpoint[] = [
  endpoint('POST /v1/payment_intents', createIntentParams, createIntent),
  endpoint('GET /v1/payment_intents', pageParams, retrieveIntents),
  endpoint('GET /v1/payment_intents/:id', noParams, retrieveIntent),
  endpoint('POST /v1/payment_intents/:id/confirm', confirmParams, confirmIntent),
  endpoint('POST /v1/payment_intents/:id/capture', captureParams, captureIntent),
  endpoint('POST /v1/payment_intents/:id/cancel', cancelParams, cancelIntent),
]
