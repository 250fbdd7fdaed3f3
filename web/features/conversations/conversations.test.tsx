import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { conversationListTexts, conversationMessages } from '../../../shared/conversations/messages.ts'
import type { Conversation, ConversationRow, Message } from '../../../shared/conversations/schema.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { pageFacts } from '../../test/desk-fixtures.ts'
import { type Answers, type Call, openPage } from '../../test/open-page.tsx'

const AT = '2026-01-02T03:04:05.000Z'
const LIST = 'GET /api/seller/conversations'
const THREAD = '/api/seller/orders/ORD00001/messages'
const [READ, SEND] = [`GET ${THREAD}`, `POST ${THREAD}`]

const rowOf = (number: number, unread = 0): ConversationRow => ({
  order_id: `ORD0000${number}`,
  seller_order_id: `ORD0000${number}-1`,
  number: 1,
  buyer_name: `Kim ${number}`,
  seller_name: 'Ada',
  messages: 1,
  unread,
  last: { by: 'buyer', text: `About number ${number}`, at: AT },
})
const listOf = (...conversations: ConversationRow[]) => ({ conversations, ...pageFacts(conversations.length) })

/** Answers for a conversation on a server that stores each message once, by its id. */
function answersForThread(more: Partial<Conversation> = {}) {
  const messages: Message[] = [...(more.messages ?? [])]
  const facts = { buyer_name: 'Kim 1', seller_name: 'Ada', unread: 0, suspended: [], can_write: true, ...more }
  const answers: Answers = {
    [LIST]: listOf(rowOf(1)),
    [READ]: ({ query }: Call) => ({ ...facts, messages: messages.slice(Number(query.get('after') ?? 0)) }),
    [SEND]: ({ body }: Call) => {
      const sent = body as Pick<Message, 'message_id' | 'text'>
      const known = messages.find(({ message_id }) => message_id === sent.message_id)
      if (known) return known
      const message: Message = { ...sent, number: messages.length + 1, by: 'seller', at: AT }
      messages.push(message)
      return message
    },
    [`POST ${THREAD}/read`]: { unread: 0 },
    '*': 404,
  }
  return { answers, messages }
}
const open = (answers: Answers, path = '/seller/messages?messages=ORD00001') =>
  openPage(path, { as: 'seller', answers })
const field = () => screen.findByLabelText<HTMLTextAreaElement>(conversationMessages.write)
const log = () => within(screen.getByRole('log', { name: conversationMessages.log }))
const linkTo = (sellerOrderId: string) =>
  screen.getByRole<HTMLAnchorElement>('link', { name: new RegExp(conversationMessages.openOf({ sellerOrderId })) })
const rows = () =>
  screen
    .queryAllByRole('link', { name: new RegExp(conversationMessages.openOf({ sellerOrderId: '.*' })) })
    .map(({ textContent }) => textContent?.slice(0, 5))

test('a message whose response is lost is stored once however often it is sent, and is shown after a reload', async () => {
  const { answers, messages } = answersForThread()
  const store = answers[SEND] as (call: Call) => Message
  const lost = (call: Call) => {
    store(call)
    return 500
  }
  const { user, sent } = await open({ ...answers, [SEND]: lost })
  await screen.findByText(conversationMessages.noneYet)
  await user.type(await field(), 'Is it brass?')
  await user.click(screen.getByRole('button', { name: conversationMessages.send }))
  await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: uiMessages.retry }))
  await waitFor(() => expect(sent(SEND)).toHaveLength(2))

  const again = await open(answers)
  expect((await field()).value).toBe('Is it brass?')
  await again.user.type(await field(), '{Control>}{Enter}{/Control}')
  await screen.findByText(conversationMessages.sent)
  expect((await field()).value).toBe('')
  expect(messages).toMatchObject([{ text: 'Is it brass?' }])
  expect(log().getAllByRole('listitem')).toHaveLength(1)
})

test('a message is shown as text, never as HTML, and an empty one is not sent', async () => {
  const text = '<b>Is it</b> brass?\nhttps://lanterns.example'
  const message: Message = { number: 1, message_id: crypto.randomUUID(), by: 'buyer', text, at: AT }
  const { answers } = answersForThread({ messages: [message], unread: 1 })
  const { user, sent } = await open(answers)
  const [item] = await waitFor(() => log().getAllByRole('listitem'))
  expect(item?.textContent).toContain(text)
  expect(item?.querySelectorAll('b, a')).toHaveLength(0)
  // An open conversation counts as read.
  await waitFor(() => expect(sent(`POST ${THREAD}/read`)).toEqual([{ up_to: 1 }]))
  await user.type(await field(), '   ')
  await user.click(screen.getByRole('button', { name: conversationMessages.send }))
  await screen.findByText(conversationMessages.empty)
  expect(document.activeElement).toBe(await field())
  expect(sent(SEND)).toEqual([])
})

test('new messages appear in an open conversation', async () => {
  const { answers, messages } = answersForThread()
  await open(answers)
  await screen.findByText(conversationMessages.noneYet)
  messages.push({ number: 1, message_id: crypto.randomUUID(), by: 'admin', text: 'Please agree.', at: AT })
  window.dispatchEvent(new Event('focus'))
  await log().findByText('Please agree.')
  log().getByText(conversationMessages.marketplace)
})

test('a conversation says that it is full, and that its buyer is suspended', async () => {
  await open(answersForThread({ can_write: false, suspended: ['buyer'] }).answers)
  await screen.findByText(conversationMessages.full)
  screen.getByText(conversationMessages.suspended.buyer)
  expect(screen.queryByLabelText(conversationMessages.write)).toBeNull()
})

test('a seller without conversations reads how they start; with conversations, filters those with unread messages', async () => {
  const list = ({ query }: Call) =>
    listOf(...[rowOf(2), rowOf(1, 1)].filter(({ unread }) => unread > 0 || query.get('show') !== 'unread'))
  const { answers } = answersForThread()
  await open({ ...answers, [LIST]: listOf() }, '/seller/messages')
  await screen.findByText(conversationMessages.nothingYetText.seller)

  const { user, answer } = await open({ ...answers, [LIST]: list }, '/seller/messages')
  await waitFor(() => expect(rows()).toEqual(['Kim 2', 'Kim 1']))
  const views = within(screen.getByRole('navigation', { name: conversationMessages.show }))
  await user.click(views.getByRole('link', { name: conversationMessages.unreadOnly }))
  await waitFor(() => expect(rows()).toEqual(['Kim 1']))
  expect(location.search).toBe('?show=unread')
  await user.click(linkTo('ORD00001-1'))
  await screen.findByRole('heading', { name: 'Kim 1' })
  await screen.findByText(conversationMessages.noneYet)
  answer({ [LIST]: listOf() })
  await user.click(screen.getByRole('button', { name: conversationMessages.close }))
  window.dispatchEvent(new Event('focus'))
  await screen.findByText(conversationListTexts.nothingFound)
})

test('a seller reads that conversations could not be loaded, and can retry', async () => {
  const { user, answer } = await open({ [LIST]: 500, '*': 404 }, '/seller/messages')
  await screen.findByText(conversationMessages.listFailed)
  answer({ [LIST]: listOf(rowOf(1)) })
  await user.click(screen.getByRole('button', { name: uiMessages.retry }))
  await waitFor(() => expect(rows()).toEqual(['Kim 1']))
})

const BUYER_LIST = {
  'GET /api/conversations': listOf({ ...rowOf(1), last: { by: 'admin', text: 'Please agree.', at: AT } }, rowOf(2)),
  'GET /api/orders/ORD00001/seller-orders/1/messages': answersForThread().answers[READ],
  '*': 404,
}

test('a buyer sees who wrote last in each conversation, and opens one beside the list', async () => {
  const { user } = await openPage('/dashboard?tab=messages', { as: 'buyer', answers: BUYER_LIST })
  await screen.findByText(/Marketplace.*: Please agree\./)
  await user.click(linkTo('ORD00001-1'))
  await screen.findByText(conversationMessages.noneYet)
  expect(location.search).toBe('?tab=messages&messages=ORD00001-1')
  expect(linkTo('ORD00001-1').getAttribute('aria-current')).toBe('true')
  expect(rows()).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: conversationMessages.close }))
  await waitFor(() => expect(location.search).toBe('?tab=messages'))
  expect(document.activeElement).toBe(linkTo('ORD00001-1'))
})

test('on phones a buyer opens a conversation on the page of its order', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const { user } = await openPage('/dashboard?tab=messages', { as: 'buyer', answers: BUYER_LIST })
  await waitFor(() => expect(rows()).toHaveLength(2))
  await user.click(linkTo('ORD00001-1'))
  await waitFor(() => expect(location.pathname).toBe('/order-tracking'))
  expect(location.search).toMatch(/^\?orderId=ORD00001&messages=1/)
})
