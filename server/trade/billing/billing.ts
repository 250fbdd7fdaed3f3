import { createSecretKey } from 'node:crypto'
import type { Tx } from '../../../db/tables.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { orderMailMessages } from '../../../shared/mail/order-mail-messages.ts'
import type { Messages } from '../../pages/mail/messages.ts'
import { readContacts } from '../../people/accounts/lookup-queries.ts'
import type { Config } from '../../platform/config/config.ts'
import { deriveKey } from '../../platform/keys/secrets.ts'
import { createRateLimiter } from '../../platform/load/rate-limit.ts'
import { type GatewayDeps, type OpenSimulated, openGateway, type SimulatedProvider } from '../payments/gateway.ts'
import type { BuyerMails, PaymentDeps } from '../payments/payment-deps.ts'
import { createProvider } from '../payments/provider.ts'
import type { PaymentRow } from '../payments/queries.ts'
import { webhooksPublicRoutes } from '../payments/webhooks-public-routes.ts'
import { decisionsAdminRoutes, paymentsAdminRoutes } from './admin-routes.ts'
import { bookingTransfers, endingAwaiting } from './bank-transfers.ts'
import { paymentHandlers, watchingPayments } from './watch-payments.ts'

interface Options extends GatewayDeps {
  messages: Messages
  sandbox?: OpenSimulated
  config: GatewayDeps['config'] & Pick<Config, 'paymentCapture' | 'languages' | 'rateLimits' | 'bankTransfer'>
}

export interface Billing extends Pick<SimulatedProvider, 'expired' | 'routes' | 'steps' | 'handlers'> {
  deps: PaymentDeps
}

/** Creates the payment services; undefined with `PAYMENTS=off`. Throws as `openGateway` does. */
export async function createBilling(options: Options): Promise<Billing | undefined> {
  const { db, clock, messages, secrets, config, sandbox } = options
  const gateway = await openGateway(options, sandbox)
  if (!gateway) return undefined
  const { openStripe, isTest, simulated, webhookSecrets } = gateway
  const mails = createBuyerMails({ messages, siteUrl: config.siteUrl })
  const deps: PaymentDeps = {
    db,
    clock,
    mails,
    simulated,
    provider: createProvider(openStripe),
    isSandbox: isTest,
    siteUrl: config.siteUrl,
    languages: config.languages,
    isReserved: config.paymentCapture === 'at_shipment',
    transferDays: config.bankTransfer.days,
    takesTransfers: simulated !== undefined || config.bankTransfer.details !== undefined,
    limiter: createRateLimiter({ db, secrets, enabled: config.rateLimits }),
  }
  return {
    deps,
    expired: simulated?.expired ?? [],
    async routes(app) {
      await paymentsAdminRoutes(app, deps)
      await decisionsAdminRoutes(app, deps)
      await simulated?.routes(app)
      const contentKey = createSecretKey(deriveKey(secrets, 'payment events'))
      await webhooksPublicRoutes(app, { db, clock, contentKey, isSandbox: isTest, webhookSecrets })
    },
    steps: [...(simulated?.steps ?? []), ...watchingPayments(deps), ...bookingTransfers(deps), ...endingAwaiting(deps)],
    handlers: [...(simulated?.handlers ?? []), ...paymentHandlers(deps)],
  }
}

/** Returns the account that buyers pay bank transfers to; empty when transfers are off. */
export function transferDetailsOf({ bankTransfer }: Pick<Config, 'bankTransfer'>, billing: Billing | undefined) {
  return bankTransfer.details ?? billing?.deps.simulated?.transfers.account ?? ''
}

function createBuyerMails({ messages, siteUrl }: { messages: Messages; siteUrl: string }): BuyerMails {
  type TextsOf = () => { subject: string; lead: string }
  async function queue(tx: Tx, { buyer_id, payment_id, attempts }: PaymentRow, textsOf: TextsOf) {
    const to = (await readContacts(tx, [buyer_id])).get(buyer_id)?.email
    if (!to) return
    const about = `payment:${payment_id}:${attempts}`
    const button = () => ({ text: orderMailMessages.toCart, link: `${siteUrl}/cart` })
    const data = () => ({ ...textsOf(), facts: [], button: button() })
    await messages.queueMail(tx, { template: 'order_update', to, data, about })
  }
  return {
    notCompleted: (tx, payment) => queue(tx, payment, () => orderMailMessages.notCompleted),
    tooLate: (tx, payment) =>
      queue(tx, payment, () => {
        const { subject, lead } = orderMailMessages.paidTooLate
        const amount = formatAmount(Number(payment.amount))
        return { subject: subject({ amount }), lead: lead({ amount }) }
      }),
  }
}
