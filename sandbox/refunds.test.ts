import { expect, test } from 'vitest'
import { inTransaction } from '../db/connect.ts'
import { openSandboxBench, refusalOf } from '../tests/support/sandbox.ts'

const bench = await openSandboxBench()
const { sandbox, stripe } = bench.start()

async function pay(payment_method = 'pm_card_visa', amount = 1_000): Promise<string> {
  const intent = await stripe.paymentIntents.create({ amount, currency: 'usd', confirm: true, payment_method })
  return intent.id
}
const refundedOf = async (intent: string) =>
  (await sandbox.listPayments()).find(({ intent_id }) => intent_id === intent)?.amount_refunded
const eventTypes = async () => (await bench.events()).map(({ type }) => type)

// catches: sandbox-intent-unlocked
test('of 50 concurrent refunds only as many succeed as the captured amount allows', async () => {
  const payment_intent = await pay('pm_card_visa', 1_000)
  const other = bench.start()
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 ? stripe : other.stripe).refunds.create(
        { payment_intent, amount: 70 },
        { idempotencyKey: `r${index}` },
      ),
    ),
  )
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(results.length - refusals.length).toBe(14)
  for (const refusal of refusals) expect(refusal).toMatchObject({ statusCode: 400, code: 'amount_too_large' })
  expect(await refundedOf(payment_intent)).toBe(980)
  const rest = await stripe.refunds.create({ payment_intent })
  expect(rest).toMatchObject({ amount: 20, status: 'succeeded', payment_intent })
  expect(await refundedOf(payment_intent)).toBe(1_000)
  expect(await refusalOf(stripe.refunds.create({ payment_intent }))).toMatchObject({ code: 'charge_already_refunded' })
  const refunds = await stripe.refunds.list({ payment_intent, limit: 6 }).autoPagingToArray({ limit: 100 })
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(1_000)
})

test('a refund is made once for each idempotency key; two keys with the same amount are two refunds', async () => {
  const payment_intent = await pay()
  const refund = (idempotencyKey: string) =>
    stripe.refunds.create({ payment_intent, amount: 300, metadata: { refund_id: idempotencyKey } }, { idempotencyKey })
  const [one, again, two] = [await refund('a'), await refund('a'), await refund('b')]
  expect([again.id === one.id, two.id === one.id]).toEqual([true, false])
  expect(await refundedOf(payment_intent)).toBe(600)
  expect(one.metadata).toEqual({ refund_id: 'a' })
  expect(await eventTypes()).toEqual([
    'payment_intent.succeeded',
    'refund.created',
    'charge.refunded',
    'refund.created',
    'charge.refunded',
  ])
})

test('a payment that is not captured, or does not exist, cannot be refunded', async () => {
  const authorised = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    capture_method: 'manual',
  })
  expect(await refusalOf(stripe.refunds.create({ payment_intent: authorised.id }))).toMatchObject({ statusCode: 400 })
  expect(await refusalOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
    code: 'resource_missing',
  })
  expect(await refusalOf(stripe.refunds.create({ amount: 5 }))).toMatchObject({ code: 'parameter_missing' })
  await stripe.paymentIntents.capture(authorised.id, { amount_to_capture: 300 })
  expect(await refusalOf(stripe.refunds.create({ payment_intent: authorised.id, amount: 301 }))).toMatchObject({
    code: 'amount_too_large',
  })
})

test('a refund that fails a minute later can be made again', async () => {
  const payment_intent = await pay('pm_card_refundFail')
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ status: 'succeeded' })
  bench.pass(59)
  expect(await sandbox.advance()).toBe(0)
  bench.pass(1)
  expect((await Promise.all([sandbox.advance(), bench.start().sandbox.advance()])).toSorted()).toEqual([0, 1])
  expect((await stripe.refunds.list({ payment_intent })).data).toMatchObject([
    { status: 'failed', failure_reason: 'expired_or_canceled_card' },
  ])
  expect(await refundedOf(payment_intent)).toBe(0)
  expect((await eventTypes()).slice(-2)).toEqual(['refund.failed', 'refund.updated'])
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 1_000 })
})

test('a refund that takes a minute reduces the refundable amount at once', async () => {
  const payment_intent = await pay('pm_card_pendingRefund')
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ status: 'pending' })
  expect(await refusalOf(stripe.refunds.create({ payment_intent }))).toMatchObject({ code: 'charge_already_refunded' })
  bench.pass(60)
  expect(await sandbox.advance()).toBe(1)
  expect((await stripe.refunds.list({ payment_intent })).data).toMatchObject([{ status: 'succeeded' }])
  expect((await eventTypes()).at(-1)).toBe('refund.updated')
})

test('the card that disputes does so a minute later, once; a disputed amount cannot be refunded', async () => {
  const payment_intent = await pay('pm_card_createDispute')
  await stripe.refunds.create({ payment_intent, amount: 400 })
  bench.pass(60)
  expect((await Promise.all([sandbox.advance(), bench.start().sandbox.advance()])).toSorted()).toEqual([0, 1])
  const { data } = await stripe.disputes.list({ payment_intent })
  expect(data).toMatchObject([{ amount: 600, status: 'needs_response', reason: 'fraudulent', payment_intent }])
  expect(data[0]?.evidence_details.due_by).toBe(Math.floor(bench.now().getTime() / 1000) + 10 * 24 * 3600)
  expect(data[0]?.balance_transactions).toMatchObject([{ amount: -600, fee: 1_500, net: -2_100 }])
  expect(await refusalOf(stripe.refunds.create({ payment_intent, amount: 1 }))).toMatchObject({
    code: 'charge_disputed',
  })
  expect((await eventTypes()).at(-1)).toBe('charge.dispute.created')
})

async function dispute(): Promise<{ intent: string; id: string }> {
  const intent = await pay()
  expect(await sandbox.openDispute(intent)).toBe(true)
  const { data } = await stripe.disputes.list({ payment_intent: intent })
  return { intent, id: data[0]?.id ?? '' }
}

test('evidence is submitted once', async () => {
  const { intent, id } = await dispute()
  const submit = (uncategorized_text: string) =>
    stripe.disputes.update(id, { evidence: { uncategorized_text }, submit: true })
  const submissions = await Promise.allSettled([submit('It was delivered.'), submit('It was not.')])
  expect(submissions.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { data } = await stripe.disputes.list({ payment_intent: intent })
  expect(data).toMatchObject([{ status: 'under_review', evidence_details: { submission_count: 1 } }])
})

test('a won dispute returns the money; one that is lost, accepted or unanswered does not', async () => {
  const won = await dispute()
  expect(await sandbox.endDispute(won.id, 'won')).toBe(true)
  expect(await sandbox.endDispute(won.id, 'lost')).toBe(false)
  expect(await stripe.refunds.create({ payment_intent: won.intent, amount: 100 })).toMatchObject({ amount: 100 })
  const byEvidence = await dispute()
  await stripe.disputes.update(byEvidence.id, { evidence: { uncategorized_text: 'losing_evidence' }, submit: true })
  const accepted = await dispute()
  expect(await stripe.disputes.close(accepted.id)).toMatchObject({ status: 'lost' })
  const forgotten = await dispute()
  bench.pass(10 * 24 * 3600)
  expect(await sandbox.advance()).toBe(1)
  const states = (await stripe.disputes.list()).data.map(({ id, status }) => [id, status])
  expect(states.toReversed()).toEqual([
    [won.id, 'won'],
    [byEvidence.id, 'lost'],
    [accepted.id, 'lost'],
    [forgotten.id, 'lost'],
  ])
  expect(await refusalOf(stripe.refunds.create({ payment_intent: accepted.intent }))).toMatchObject({
    code: 'charge_disputed',
  })
  expect((await eventTypes()).filter((type) => type === 'charge.dispute.closed')).toHaveLength(4)
})

test('the controls refund, fail refunds and dispute, and do nothing where that is impossible', async () => {
  const intent = await pay('pm_card_visa')
  expect(await sandbox.refundOutside(intent, 400)).toBe(true)
  expect(await sandbox.refundOutside(intent, 601)).toBe(false)
  const [refund] = (await stripe.refunds.list({ payment_intent: intent })).data
  expect(await sandbox.openDispute(intent)).toBe(true)
  expect(await sandbox.openDispute(intent)).toBe(false)
  expect(await sandbox.failRefund(refund?.id ?? '')).toBe(true)
  expect(await sandbox.failRefund(refund?.id ?? '')).toBe(false)
  expect([await sandbox.openDispute('pi_none'), await sandbox.failRefund('re_none')]).toEqual([false, false])
  const [payment] = await sandbox.listPayments()
  expect(payment).toMatchObject({
    intent_id: intent,
    amount: 1_000,
    amount_refunded: 0,
    status: 'succeeded',
    payment_method: 'pm_card_visa',
    refunds: [{ refund_id: refund?.id, amount: 400, status: 'failed' }],
    dispute: { amount: 600, status: 'needs_response' },
  })
  expect(payment?.events).toEqual(await bench.events())
})

// catches: sandbox-transfer-unlocked
test('a bank transfer arrives when it is due, and is taken once', async () => {
  const dueAt = new Date(bench.now().getTime() + 60_000)
  await sandbox.announceTransfer({ reference: 'ORD00001', amountCents: 500, dueAt })
  const take = () =>
    Promise.all(Array.from({ length: 8 }, () => inTransaction(bench.db, (tx) => sandbox.takeDueTransfers(tx))))
  expect((await take()).flat()).toEqual([])
  bench.pass(60)
  // A transfer that the marketplace could not book stays untaken.
  await inTransaction(bench.db, async (tx) => {
    await sandbox.takeDueTransfers(tx)
    throw new Error('not booked')
  }).catch(() => {})
  expect((await take()).flat()).toMatchObject([{ reference: 'ORD00001', amountCents: 500, due_at: dueAt }])
  expect((await take()).flat()).toEqual([])
})

test('a pending transfer can be replaced by another amount, or dropped', async () => {
  const dueAt = new Date(bench.now().getTime() + 60_000)
  await inTransaction(bench.db, async (tx) => {
    await sandbox.announceTransfer({ reference: 'ORD00001', amountCents: 500, dueAt }, tx)
    await sandbox.announceTransfer({ reference: 'ORD00002', amountCents: 700, dueAt }, tx)
  })
  await sandbox.letTransferArrive('ORD00001', 499)
  expect([await sandbox.dropTransfers('ORD00002'), await sandbox.dropTransfers('ORD00002')]).toEqual([true, false])
  bench.pass(60)
  const taken = await inTransaction(bench.db, (tx) => sandbox.takeDueTransfers(tx, 10))
  expect(taken).toMatchObject([{ reference: 'ORD00001', amountCents: 499 }])
  expect(await sandbox.listTransfers()).toEqual(taken)
})
