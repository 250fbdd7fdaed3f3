import { expect, onTestFinished, test } from 'vitest'
import { STANDARD_FACTS, setFactsSource } from '../../../shared/kernel/market-facts.ts'
import { orderMailMessages } from '../../../shared/mail/order-mail-messages.ts'
import { notificationText } from '../../../shared/notifications/kind-messages.ts'
import { paymentMessages } from '../../../shared/payments/messages.ts'
import { styleOf } from '../../shop/market/colors.ts'
import { type MailData, type MailTemplate, renderMail } from './templates.ts'

const order: MailData['order_placed']['order'] = {
  order_id: 'ORD00042',
  total_count: 1289.5,
  charges: [],
  payment_method: 'paypal',
  shipping_address: { fullName: 'Ada Lamb', address: '1 Mill Lane', city: 'Leeds', postalCode: 'LS1', country: 'UK' },
  sellerOrders: [
    {
      seller_order_id: 'ORD00042-1',
      awning: 1,
      seller_name: 'Tea House',
      ship_by: '2026-11-25',
      lines: [
        {
          product_id: 'PRD00001',
          product_name: 'Green Tea',
          unit_price: 4.5,
          quantity: 3,
          featured_image: '/tea.webp',
        },
      ],
    },
    {
      seller_order_id: 'ORD00042-2',
      seller_name: '',
      ship_by: null,
      lines: [{ product_id: 'PRD00002', product_name: 'Oak table', unit_price: 1276, quantity: 1, featured_image: '' }],
    },
  ],
}
const site = { siteUrl: 'https://shop.example', languages: ['en' as const] }
const link = 'https://shop.example/somewhere?a=1&b=2'
const mails: { [Name in MailTemplate]: MailData[Name] } = {
  confirm: { code: '123456', link, minutes: 10 },
  magic_link: { code: '123456', link, minutes: 10 },
  recovery: { code: '123456', link, minutes: 1 },
  email_change: { code: '123456', link, minutes: 10, new_email: 'ada@shop.example' },
  reauthentication: { code: '123456', minutes: 10 },
  password_changed: {},
  email_changed: { new_email: 'ada@shop.example' },
  factor_added: { factor: 'authenticator app' },
  factor_removed: { factor: 'authenticator app' },
  order_placed: { order, link },
  order_update: {
    subject: 'On its way: your package from Tea House (ORD00042)',
    lead: 'Tea House has sent a package of your order ORD00042.',
    facts: [{ title: 'Carrier', lines: ['DHL'] }],
    button: { text: 'Track your order', link },
    settings: { text: 'You can switch off this email in your settings.', link: 'https://shop.example/dashboard' },
  },
  invitation: {
    subject: 'You are invited to the staff of Openstall',
    lead: 'Ada invites you to the admin area of Openstall.',
    facts: [{ title: 'Your rights', lines: ['Orders', 'Payments'] }],
    button: { text: 'Accept the invitation', link: 'https://shop.example/invitation#token' },
    otherwise: "If you didn't request this, you can ignore this email. Nothing will change.",
  },
  account_update: {
    subject: 'Your account was suspended',
    lead: 'An admin has suspended your account.',
    facts: [{ title: 'Reason', lines: ['<b>Fakes</b>'] }],
  },
  order_message: {
    subject: 'New message from the buyer about ORD00042-1',
    lead: 'You have new messages about ORD00042-1.',
    facts: [{ title: 'The buyer', lines: ['Is it green?', '<b>Thanks</b>'] }],
    button: { text: 'Read and reply', link },
    settings: { text: 'You can switch off this email in your settings.', link: 'https://shop.example/dashboard' },
  },
  back_in_stock: {
    subject: 'Back in stock: Oak desk',
    heading: 'Back in stock',
    lead: 'Oak desk can be ordered again. You asked us to notify you.',
    groups: [
      { title: 'Available again', items: [{ name: 'Oak desk', detail: 'Price', amount: '$120.00', picture: '' }] },
    ],
    button: { text: 'View product', link },
    settings: { text: 'You can switch off this email in your settings.', link: 'https://shop.example/dashboard' },
  },
  review_update: {
    subject: 'New review: Oak desk, 4 stars',
    heading: 'New review',
    lead: 'A buyer has given Oak desk 4 stars.',
    facts: [{ title: 'Review', lines: ['Solid.', 'A little heavy.'] }],
    button: { text: 'Read and answer', link },
    settings: { text: 'You can switch off this email in your settings.', link: 'https://shop.example/dashboard' },
  },
}

/** Expects the subject, the text and the HTML of a mail as they are recorded. */
const expectRecorded = ({ subject, text, html }: ReturnType<typeof renderMail>) =>
  expect([subject, text, html].join('\n\n')).toMatchSnapshot()

// Look at a change of the snapshots in a browser: `npm run screens -- --only mail`.
test.each(Object.keys(mails) as MailTemplate[])('%s is written and laid out as recorded', (template) => {
  expectRecorded(renderMail(template, mails[template], site))
})

test('a new order is mailed to its seller as recorded, with very long words in names', () => {
  const facts = { seller_order_id: 'ORD00042-1', ship_by: '2026-11-25' }
  const parts: MailData['order_update'] = {
    subject: notificationText({ kind: 'new_order', facts }).title,
    lead: orderMailMessages.kinds.new_order({ shipBy: 'Wed, Nov 25', delivery: '' }),
    facts: [
      {
        title: orderMailMessages.items,
        lines: [orderMailMessages.line({ quantity: 3, name: 'W'.repeat(200) }), '1 × <b>Green</b> Tea'],
      },
      { title: orderMailMessages.shipsTo, lines: [orderMailMessages.town({ town: 'L'.repeat(100) })] },
      { title: orderMailMessages.goods, lines: ['$9,999,999.99'] },
    ],
    button: { text: orderMailMessages.openOrder, link },
  }
  expectRecorded(renderMail('order_update', parts, site))
})

test('the data of a bank transfer come before the ordered products, and long words break anywhere', () => {
  const payment = { label: 'Bank transfer', transfer: { details: 'IBAN 1234', amount_left: 9.5, pay_by: '2026-12-01' } }
  const { text, html } = renderMail('order_placed', { order: { ...order, payment }, link }, site)
  const until = paymentMessages.transferUntil({ day: 'Tue, Dec 1' })
  for (const mail of [text, html]) {
    const before = mail.slice(0, mail.indexOf('Tea House'))
    for (const shown of ['IBAN 1234', '$9.50', order.order_id, until]) expect(before).toContain(shown)
  }
  expect(html).toContain('overflow-wrap:anywhere;word-break:break-word')
})

test('a mail has the chosen colors in its head and its button, in both themes', async () => {
  const mailWith = async (brand: string, accent: string | null) => {
    const style = await styleOf({ brand, accent })
    setFactsSource(() => ({ ...STANDARD_FACTS, style }))
    return renderMail('password_changed', {}, site).html + renderMail('confirm', mails.confirm, site).html
  }
  onTestFinished(() => setFactsSource(() => STANDARD_FACTS))
  const branded = await mailWith('#14693f', null)
  expect(branded).toMatch(/class="name" style="[^"]*color:#14693f/)
  for (const text of ['background:#14693f;color:#ffffff', '<td bgcolor="#14693f">', '.name{color:#'])
    expect(branded).toContain(text)
  expect(await mailWith('#14693f', '#1b54bd')).toContain('background:#1b54bd;color:#ffffff')
})
