import { afterAll, expect, test } from 'vitest'
import type { ActivityPage } from '../../../shared/audit/schema.ts'
import type { SellerProductPage } from '../../../shared/catalog/schema.ts'
import type { Seller } from '../../../shared/catalog/seller-schema.ts'
import { CLOSED_FACTS_DAYS, SELLER_REQUIREMENTS } from '../../../shared/sellers/constants.ts'
import type {
  AdminSeller,
  AdminSellerPage,
  ApprovalSettings,
  HiddenProductPage,
  OwnShop,
} from '../../../shared/sellers/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { underContention } from '../../../tests/support/lock-contention.ts'
import { openBeside, openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { mailsTo, notificationsOf } from '../../../tests/support/outbox.ts'
import { createProduct } from '../../../tests/support/product-form.ts'
import { FACTS } from '../../../tests/support/seller-facts.ts'
import { brokenRules } from '../../../tests/support/stock.ts'
import { filesOf } from '../../../tests/support/storage.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import { expiredRows } from '../../operate/start/expired-rows.ts'
import { enqueue } from '../../platform/jobs/task.ts'
import { deleteClosedFacts } from './change-shop.ts'
import { hidingOverdue } from './decide-seller.ts'

const market = await openForTests()
const [admin, other, buyer] = await signUpAll(market, 'admin', 'admin', 'buyer')
afterAll(async () => expect(await brokenRules(market)).toEqual([]))

type Refusal = { code?: string; message?: string }
const PDF = Buffer.from('%PDF-1.7\nnot much')

const newSeller = () => signUp(market, { role: 'seller' })
const settings = async () =>
  (await call<ApprovalSettings>(market, 'GET', '/api/admin/seller-approval', { as: admin })).body
async function setApproval(seller_approval: boolean, requirements: ApprovalSettings['requirements'] = []) {
  const body = { seller_approval, requirements, revision: (await settings()).revision }
  expect((await call(market, 'PUT', '/api/admin/seller-approval', { as: admin, body })).status).toBe(200)
}
const shopOf = async (as: TestAccount) => (await call<OwnShop>(market, 'GET', '/api/seller/shop', { as })).body
const ask = (as: TestAccount) => call<OwnShop & Refusal>(market, 'POST', '/api/seller/shop/ask', { as })
const readSeller = async ({ user_id }: TestAccount) =>
  (await call<AdminSeller>(market, 'GET', `/api/admin/sellers/${user_id}`, { as: admin })).body
async function decide(seller: TestAccount, decision: object, as = admin) {
  const body = { revision: (await readSeller(seller)).revision, ...decision }
  return call<AdminSeller & Refusal>(market, 'POST', `/api/admin/sellers/${seller.user_id}/decision`, { as, body })
}
async function saveFacts(as: TestAccount, facts: object = FACTS) {
  const body = { ...FACTS, ...facts, revision: (await shopOf(as)).revision }
  return call<OwnShop & Refusal>(market, 'PUT', '/api/seller/shop', { as, body })
}
async function sendDocument(as: TestAccount, ...contents: Buffer<ArrayBuffer>[]) {
  const form = new FormData()
  for (const content of contents.length ? contents : [PDF]) form.append('document', new Blob([content]), 'document')
  const encoded = new Response(form)
  const { statusCode, body } = await market.app.inject({
    method: 'PUT',
    url: '/api/seller/shop/document',
    headers: { ...as.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: statusCode, code: JSON.parse(body).code as string | undefined }
}
const isShown = async (product_id: string, at: TestApp = market) =>
  (await call(at, 'GET', `/api/products/${product_id}`, {})).status === 200
const handleOf = async (seller: TestAccount) => (await readSeller(seller)).handle
const ownProducts = async (as: TestAccount) =>
  (await call<SellerProductPage>(market, 'GET', '/api/seller/products', { as })).body.products
const bells = async (as: TestAccount) => (await notificationsOf(market, as)).map(({ kind }) => kind)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('while approval is off sellers sell at once, and nothing can be asked for or decided', async () => {
  const seller = await newSeller()
  const { product_id } = await createProduct(market, seller)
  expect(await isShown(product_id)).toBe(true)
  expect(await shopOf(seller)).toMatchObject({ approval: null, requirements: [], facts: { is_trader: null } })
  expect(await ask(seller)).toMatchObject({ status: 409, body: { code: 'approval_off' } })
  expect(await decide(seller, { decision: 'approve' })).toMatchObject({ status: 409, body: { code: 'approval_off' } })
})

test('a new seller is hidden, in every process, until an admin approves what is declared; current sellers go on selling', async () => {
  const beside = await openBeside(market)
  const present = await newSeller()
  const old = await createProduct(market, present)
  await setApproval(true, [...SELLER_REQUIREMENTS])
  expect(await isShown(old.product_id)).toBe(true)
  expect((await shopOf(present)).approval).toMatchObject({ approval_state: 'approved', may_sell: true })

  const seller = await newSeller()
  const { product_id } = await createProduct(market, seller)
  expect([await isShown(product_id), await isShown(product_id, beside)]).toEqual([false, false])
  expect((await call(market, 'GET', `/api/sellers/${await handleOf(seller)}`)).status).toBe(404)
  // Its seller sees and edits it.
  expect(await ownProducts(seller)).toMatchObject([{ product_id, hidden: true }])
  expect((await call(market, 'GET', `/api/seller/products/${product_id}`, { as: seller })).status).toBe(200)

  expect(await ask(seller)).toMatchObject({ status: 409, body: { code: 'facts_missing' } })
  expect((await saveFacts(seller)).status).toBe(200)
  expect(await ask(seller)).toMatchObject({ status: 409, body: { code: 'facts_missing' } })
  expect(await sendDocument(seller)).toMatchObject({ status: 200 })
  expect((await ask(seller)).body.approval?.approval_state).toBe('asked')
  expect(await ask(seller)).toMatchObject({ status: 409, body: { code: 'already_asked' } })
  expect(await mailsTo(market, admin, 'asks for approval')).toHaveLength(1)
  expect(await bells(other)).toContain('seller_asks')

  const { body: list } = await call<AdminSellerPage>(market, 'GET', '/api/admin/sellers', { as: admin })
  const { certified: _certified, ...declared } = FACTS
  expect(list.sellers[0]).toMatchObject({
    seller_id: seller.user_id,
    approval_state: 'asked',
    facts: { ...declared, document: { mimetype: 'application/pdf' } },
  })
  expect((await decide(seller, { decision: 'approve' })).body).toMatchObject({ approval_state: 'approved' })
  expect(await isShown(product_id)).toBe(true)
  await expect.poll(() => isShown(product_id, beside)).toBe(true)
  expect(await ownProducts(seller)).toEqual([expect.not.objectContaining({ hidden: true })])
  expect(await mailsTo(market, seller, 'Your shop was approved')).toHaveLength(1)
  expect(await bells(seller)).toContain('seller_approval')
  const path = `/api/admin/activity?action=seller_approval&q=${seller.user_id}`
  const { activities } = (await call<ActivityPage>(market, 'GET', path, { as: admin })).body
  expect(activities).toMatchObject([{ from: 'asked', to: 'approved', admin_id: admin.user_id }])
})

test('a seller who is refused reads the reason, corrects, and asks again', async () => {
  await setApproval(true)
  const seller = await newSeller()
  expect(await decide(seller, { decision: 'refuse', reason: 'x' })).toMatchObject({ body: { code: 'nothing_asked' } })
  await ask(seller)
  const message = 'The address is missing'
  await decide(seller, { decision: 'refuse', reason: message })
  expect((await shopOf(seller)).approval).toMatchObject({ approval_state: 'refused', message })
  const [mail] = await mailsTo(market, seller, 'Your shop was not approved')
  expect(mail?.text).toContain(message)
  // New details last as long again.
  const rows = market.db.updateTable('seller_approvals').where('seller_id', '=', seller.user_id)
  await rows.set({ closed_at: new Date(0) }).execute()
  await saveFacts(seller)
  await deleteClosedFacts(market.db, new Date(), 500)
  expect((await shopOf(seller)).facts).toMatchObject({ legal_name: FACTS.legal_name })
  expect((await ask(seller)).body.approval).toMatchObject({ approval_state: 'asked' })
})

test('after the day of a correction the products are hidden, until the corrected shop is approved', async () => {
  await setApproval(true)
  const seller = await newSeller()
  const { product_id } = await createProduct(market, seller)
  await decide(seller, { decision: 'approve' })
  await decide(seller, { decision: 'fix', reason: 'A newer document, please', fix_by: inDays(3) })
  expect((await shopOf(seller)).approval).toMatchObject({ approval_state: 'fix_by', fix_by: inDays(3), may_sell: true })
  expect(await isShown(product_id)).toBe(true)
  expect(await mailsTo(market, seller, 'A newer document, please')).toHaveLength(1)

  const rows = market.db.updateTable('seller_approvals').where('seller_id', '=', seller.user_id)
  await rows.set({ fix_by: new Date(Date.now() - 1000) }).execute()
  await enqueue(market.db, hidingOverdue, {}, { key: '' })
  await expect.poll(() => isShown(product_id), { timeout: 60_000 }).toBe(false)
  expect(await mailsTo(market, seller, 'Your products are hidden')).toHaveLength(1)
  expect(await bells(seller)).toContain('correction_overdue')
  await ask(seller)
  expect(await isShown(product_id)).toBe(false)
  await decide(seller, { decision: 'approve' })
  expect(await isShown(product_id)).toBe(true)
})

test('suspension and approval are one rule: both must allow the products', async () => {
  await setApproval(true)
  const seller = await newSeller()
  const { product_id } = await createProduct(market, seller)
  const act = (what: string) => call(market, 'POST', `/api/admin/users/${seller.user_id}/${what}`, { as: admin })
  await ask(seller)
  await act('suspend')
  const approve = { decision: 'approve' }
  expect(await decide(seller, approve)).toMatchObject({ status: 409, body: { code: 'seller_suspended' } })
  await act('reinstate')
  expect(await isShown(product_id)).toBe(false)
  await decide(seller, approve)
  expect(await isShown(product_id)).toBe(true)
  await decide(seller, { decision: 'refuse', reason: 'No longer' })
  expect(await isShown(product_id)).toBe(false)
  // Switching approval off shows the products of all sellers, on again approves them.
  await setApproval(false)
  await expect.poll(() => isShown(product_id), { timeout: 60_000 }).toBe(true)
  await setApproval(true)
  expect((await readSeller(seller)).approval_state).toBe('approved')
})

// catches: approval-unlocked, facts-unchecked
test('of two decisions about a seller at once, and of two changes from the same state, one counts', async () => {
  await setApproval(true)
  const seller = await newSeller()
  await ask(seller)
  const { revision } = await readSeller(seller)
  const approvals = (db: TestApp['db']) => db.selectFrom('seller_approvals').where('seller_id', '=', seller.user_id)
  const hold = (locking: TestApp['db']) => approvals(locking).select('seller_id').forUpdate().execute()
  const both = await underContention(market.db, hold, () =>
    Promise.all([
      decide(seller, { decision: 'approve', revision }),
      decide(seller, { decision: 'refuse', reason: 'No', revision }, other),
    ]),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.flatMap(({ body }) => body.code ?? [])).toEqual(['newer_revision'])
  const body = { ...(await settings()), revision: 1 }
  const stale = await call<Refusal>(market, 'PUT', '/api/admin/seller-approval', { as: admin, body })
  expect(stale).toMatchObject({ status: 409, body: { code: 'newer_revision' } })
  const facts = { ...FACTS, revision: 99 }
  const page = await call<Refusal>(market, 'PUT', '/api/seller/shop', { as: seller, body: facts })
  expect(page).toMatchObject({ status: 409, body: { code: 'newer_revision' } })
})

test('a document is read by its seller and admins alone, as an attachment, and is a PDF, JPEG or PNG', async () => {
  const [seller, rival] = [await newSeller(), await newSeller()]
  const before = (await filesOf(market)).length
  expect(await sendDocument(seller, Buffer.from('<html>'))).toEqual({ status: 415, code: 'not_a_document' })
  const large = Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)])
  expect(await sendDocument(seller, large)).toEqual({ status: 413, code: 'document_too_large' })
  expect((await sendDocument(seller, PDF, Buffer.from('<html>'))).status).toBe(415)
  expect((await sendDocument(seller, PDF, PDF, PDF)).status).toBe(400)
  expect((await shopOf(seller)).facts.document).toBeNull()
  expect(await filesOf(market)).toHaveLength(before)
  await sendDocument(seller, Buffer.from('%PDF-first'))
  // Of two in one form, the last one counts.
  expect((await sendDocument(seller, Buffer.from('%PDF-second'), PDF)).status).toBe(200)
  expect(await filesOf(market)).toHaveLength(before + 1)
  const paths = ['/api/seller/shop/document', `/api/admin/sellers/${seller.user_id}/document`] as const
  const read = (url: string, as: TestAccount) => market.app.inject({ url, headers: as.headers })
  for (const [url, as] of [
    [paths[0], seller],
    [paths[1], admin],
  ] as const) {
    const { statusCode, headers, rawPayload } = await read(url, as)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
    expect(headers['content-disposition']).toMatch(/^attachment/)
    expect(rawPayload.equals(PDF)).toBe(true)
  }
  expect((await read(paths[0], rival)).statusCode).toBe(404)
  expect([(await read(paths[1], seller)).statusCode, (await read(paths[1], buyer)).statusCode]).toEqual([403, 403])
  for (const as of [seller, admin, buyer]) {
    const inStorage = await read(`/storage/v1/object/authenticated/documents/${seller.user_id}`, as)
    expect(inStorage.statusCode).toBeGreaterThanOrEqual(400)
    expect(inStorage.body).not.toContain('PDF')
  }
  expect((await call(market, 'DELETE', '/api/seller/shop/document', { as: seller })).status).toBe(200)
  expect((await read(paths[0], seller)).statusCode).toBe(404)
})

test('traders are shown with their details, private sellers without; suspended sellers’ details are deleted', async () => {
  await setApproval(false)
  const seller = await newSeller()
  const { product_id } = await createProduct(market, seller)
  const page = async () => (await call<Seller>(market, 'GET', `/api/sellers/${await handleOf(seller)}`)).body
  const sold = async () =>
    (await call<{ seller: { is_trader?: boolean } }>(market, 'GET', `/api/products/${product_id}`)).body.seller
  expect(await sold()).not.toHaveProperty('is_trader')
  await saveFacts(seller, { legal_address: ' 1 Quay\r\nPort\r\n' })
  const { is_trader, certified: _certified, ...legal } = FACTS
  expect(await page()).toMatchObject({ is_trader, legal })
  expect(await sold()).toMatchObject({ is_trader })
  await saveFacts(seller, { is_trader: false })
  expect(await page()).toMatchObject({ is_trader: false })
  expect(await page()).not.toHaveProperty('legal')

  await sendDocument(seller)
  await call(market, 'POST', `/api/admin/users/${seller.user_id}/suspend`, { as: admin })
  // Only this deletion: others would end sessions.
  expect(expiredRows).toContain(deleteClosedFacts)
  const deleteIn = (days: number) => deleteClosedFacts(market.db, new Date(Date.now() + days * 86_400_000), 500)
  await deleteIn(CLOSED_FACTS_DAYS - 1)
  expect((await readSeller(seller)).facts.document).not.toBeNull()
  await deleteIn(CLOSED_FACTS_DAYS + 1)
  expect((await readSeller(seller)).facts).toMatchObject({ is_trader: null, legal_name: '', document: null })
})

test('the details of a seller who sells again stay; one whose details were deleted has to ask again', async () => {
  await setApproval(true)
  const [refused, suspended] = [await newSeller(), await newSeller()]
  for (const seller of [refused, suspended]) {
    await saveFacts(seller)
    await ask(seller)
  }
  await decide(refused, { decision: 'refuse', reason: 'Not yet' })
  await decide(suspended, { decision: 'approve' })
  await call(market, 'POST', `/api/admin/users/${suspended.user_id}/suspend`, { as: admin })
  await setApproval(false)
  await setApproval(true)
  const { revision } = await readSeller(suspended)
  await deleteClosedFacts(market.db, new Date(Date.now() + (CLOSED_FACTS_DAYS + 1) * 86_400_000), 500)
  expect(await readSeller(refused)).toMatchObject({ may_sell: true, facts: { legal_name: FACTS.legal_name } })
  await call(market, 'POST', `/api/admin/users/${suspended.user_id}/reinstate`, { as: admin })
  expect((await decide(suspended, { decision: 'approve', revision })).body.code).toBe('newer_revision')
  expect(await readSeller(suspended)).toMatchObject({ approval_state: 'draft', may_sell: false })
})

test('an approved seller who takes back what is required asks again, and sells on meanwhile', async () => {
  await setApproval(true, ['legal_phone', 'document'])
  const seller = await newSeller()
  const removal = () => call<OwnShop>(market, 'DELETE', '/api/seller/shop/document', { as: seller })
  const mailed = async () => (await mailsTo(market, admin, 'asks for approval')).length
  for (const facts of [{ legal_phone: '' }, { is_trader: false }, undefined]) {
    await saveFacts(seller)
    await sendDocument(seller)
    await decide(seller, { decision: 'approve' })
    const before = await mailed()
    expect((await saveFacts(seller, { legal_name: 'Another name' })).body.approval?.approval_state).toBe('approved')
    const { body } = await (facts ? saveFacts(seller, facts) : removal())
    expect(body.approval).toMatchObject({ approval_state: 'asked', may_sell: true })
    expect(await mailed()).toBe(before + 1)
  }
})

test('an admin decides on the details as they are: those that were changed since are read anew', async () => {
  await setApproval(true)
  const seller = await newSeller()
  await saveFacts(seller)
  await ask(seller)
  for (const change of [() => saveFacts(seller, { legal_name: 'Another name' }), () => sendDocument(seller)]) {
    const { revision } = await readSeller(seller)
    expect((await change()).status).toBe(200)
    const stale = await decide(seller, { decision: 'approve', revision })
    expect(stale).toMatchObject({ status: 409, body: { code: 'newer_revision' } })
  }
  expect((await decide(seller, { decision: 'approve' })).status).toBe(200)
})

test('a product that an admin hides is answered by its seller and stays hidden until it is shown again', async () => {
  await setApproval(false)
  const [seller, rival] = [await newSeller(), await newSeller()]
  const { product_id } = await createProduct(market, seller)
  const act = (what: string, body: unknown = {}) =>
    call<Refusal>(market, 'POST', `/api/admin/products/${product_id}/${what}`, { as: admin, body })
  expect((await act('hide', { reason: ' ' })).status).toBe(400)
  expect((await act('hide', { reason: 'A copy' })).status).toBe(204)
  expect(await act('hide', { reason: 'A copy' })).toMatchObject({ status: 409, body: { code: 'already_hidden' } })
  expect(await isShown(product_id)).toBe(false)
  expect(await bells(seller)).toContain('hide_product')

  const body = { answer: 'It is mine' }
  const answer = (as: TestAccount) =>
    call<Refusal>(market, 'PUT', `/api/seller/hidden-products/${product_id}/answer`, { as, body })
  expect(await answer(rival)).toMatchObject({ status: 404, body: { code: 'hidden_product_not_found' } })
  expect([(await answer(seller)).status, (await answer(seller)).status]).toEqual([204, 204])
  const hidden = async (path: string, as: TestAccount) =>
    (await call<HiddenProductPage>(market, 'GET', path, { as })).body
  const facts = { product_id, reason: 'A copy', ...body }
  expect((await hidden('/api/seller/hidden-products', seller)).products).toMatchObject([facts])
  expect((await hidden('/api/seller/hidden-products', rival)).products).toEqual([])
  expect((await hidden('/api/admin/hidden-products', admin)).products).toMatchObject([facts])
  expect((await bells(admin)).filter((kind) => kind === 'hidden_product_answered')).toHaveLength(1)

  // It stays hidden after a suspension or a deletion is undone.
  for (const what of ['suspend', 'reinstate'])
    await call(market, 'POST', `/api/admin/users/${seller.user_id}/${what}`, { as: admin })
  expect((await hidden('/api/seller/hidden-products', await newSeller())).total).toBe(0)
  expect(await isShown(product_id)).toBe(false)
  expect((await act('show')).status).toBe(204)
  expect(await isShown(product_id)).toBe(true)
  expect(await act('show')).toMatchObject({ status: 404, body: { code: 'hidden_product_not_found' } })
})

test('a hidden product that its seller or an admin deletes comes back hidden', async () => {
  const seller = await newSeller()
  const { product_id } = await createProduct(market, seller)
  const path = `/api/seller/products/${product_id}`
  await call(market, 'POST', `/api/admin/products/${product_id}/hide`, { as: admin, body: { reason: 'A copy' } })
  expect((await call(market, 'DELETE', path, { as: seller })).status).toBe(204)
  expect((await call(market, 'POST', `${path}/restore`, { as: seller })).status).toBe(200)
  expect(await isShown(product_id)).toBe(false)
  expect(await ownProducts(seller)).toMatchObject([{ product_id, hidden: true }])

  for (const what of ['delete', 'restore'])
    await call(market, 'POST', `/api/admin/products/${what}`, { as: admin, body: { product_ids: [product_id] } })
  const { body } = await call<ActivityPage>(market, 'GET', `/api/admin/activity?q=${product_id}`, { as: admin })
  const steps = body.activities.map(({ from, to }) => `${from} ${to}`)
  expect(steps).toEqual(['deleted hidden', 'hidden deleted', 'shown hidden'])
  expect(await isShown(product_id)).toBe(false)
})

test('C1: a correction by a day that has passed, or in years, is refused and changes nothing', async () => {
  await setApproval(true)
  const seller = await newSeller()
  await ask(seller)
  for (const fix_by of ['2020-01-01', '2999-01-01'])
    expect((await decide(seller, { decision: 'fix', reason: 'x', fix_by })).body.code).toBe('fix_by_out_of_range')
  expect((await readSeller(seller)).approval_state).toBe('asked')
})
