import type { Tx } from '../../../db/tables.ts'
import { formatDollars } from '../../../shared/kernel/money.ts'
import { orderMailMessages } from '../../../shared/mail/order-mail-messages.ts'
import type { Messages } from '../../pages/mail/messages.ts'
import { readContacts } from '../../people/accounts/lookup-queries.ts'
import type { BuyerMails } from '../payments/payment-deps.ts'
import type { PaymentRow } from '../payments/queries.ts'

/** Creates the functions that queue mails to buyers within the caller's transaction. */
export function createBuyerMails({ messages, siteUrl }: { messages: Messages; siteUrl: string }): BuyerMails {
  type TextsOf = () => { subject: string; lead: string }
  async function queue(tx: Tx, { buyer_id, payment_id, attempts }: PaymentRow, textsOf: TextsOf) {
    const to = (await readContacts(tx, [buyer_id])).get(buyer_id)?.email
    if (!to) return
    const about = `payment:${payment_id}:${attempts}`
    const button = () => ({ text: orderMailMessages.toCart, link: `${siteUrl}/cart` })
    const data = () => ({ ...textsOf(), facts: [], button: button() })
    await messages.queueMail(tx, { template: 'order_news', to, data, about })
  }
  return {
    notCompleted: (tx, payment) => queue(tx, payment, () => orderMailMessages.notCompleted),
    tooLate: (tx, payment) =>
      queue(tx, payment, () => {
        const { subject, lead } = orderMailMessages.paidTooLate
        const amount = formatDollars(Number(payment.amount))
        return { subject: subject({ amount }), lead: lead({ amount }) }
      }),
  }
}
