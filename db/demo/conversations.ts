import type { ConversationSide } from '../../shared/conversations/constants.ts'
import type { SellerOrderState } from '../../shared/fulfilment/constants.ts'
import { demoBuyers, demoSellers, idOf } from './accounts.ts'
import type { DemoFulfilment, SellerOrderRow } from './fulfilment.ts'
import { DAY_MS, type OrderRow } from './generate-orders.ts'
import type { SellerKey } from './products/product.ts'

const HOUR_MS = DAY_MS / 24

/** A conversation about a seller order, with its messages in the order of their times. */
export interface ConversationRow {
  order_number: number
  seller_id: string
  buyer_id: string
  messages: { message_id: string; by_role: ConversationSide; text: string; created_at: Date }[]
  /** How many of the last messages their reader has not opened. */
  unread: number
}

type Said = readonly [by: ConversationSide, hours: number, text: string]

interface Talk {
  seller: SellerKey
  /** Whether the buyer is the one whose account is printed at the start. */
  isOfFirstBuyer: boolean
  /** About a seller order in one of these states, or with a return that waits for its seller. */
  about: readonly SellerOrderState[] | 'return'
  /** Hours after the order's last step. */
  said: readonly Said[]
  unread?: number
}

/** What buyers and sellers have written to each other; each about the newest seller order that it suits. */
const TALKS: readonly Talk[] = [
  {
    seller: 'harbor-tech',
    isOfFirstBuyer: true,
    about: 'return',
    said: [
      ['buyer', 21, 'This is not the one that I ordered. Shall I send it back at once?'],
      [
        'seller',
        25,
        'Sorry about that! Please wait for our answer to your return: it has the address. Which one did you get?',
      ],
    ],
    unread: 1,
  },
  {
    seller: 'harbor-tech',
    isOfFirstBuyer: true,
    about: ['delivered'],
    said: [
      ['buyer', 20, 'Everything arrived, thank you. Which receipt do I need if something breaks later?'],
      [
        'seller',
        26,
        'The one on the page of your order is enough. And write to us first: we repair more than we replace.',
      ],
      ['buyer', 27, 'Good to know!'],
    ],
  },
  {
    seller: 'harbor-tech',
    isOfFirstBuyer: false,
    about: ['pending', 'confirmed'],
    said: [['buyer', 1, 'It is a gift: could you leave the packing slip out of the parcel?']],
    unread: 1,
  },
  {
    seller: 'harbor-tech',
    isOfFirstBuyer: false,
    about: ['delivered'],
    said: [
      ['buyer', 4, 'How do I switch it to another language?'],
      ['seller', 9, 'In the settings, under System. If it asks for a restart, let it: nothing is lost.'],
      ['buyer', 10, 'Found it. Thanks for the quick help.'],
    ],
  },
  {
    seller: 'north-audio',
    isOfFirstBuyer: true,
    about: ['delivered'],
    said: [
      ['buyer', 30, 'Is there a longer cable for it?'],
      [
        'seller',
        41,
        'Three meters, and it fits. It is in our shop, or order it together with the next thing and save a parcel.',
      ],
    ],
  },
  {
    seller: 'fern-home',
    isOfFirstBuyer: true,
    about: ['delivered'],
    said: [
      ['buyer', 12, 'One screw was missing, everything else is fine.'],
      ['seller', 15, 'Sorry! A bag of screws is on its way to you in an envelope, free of charge.'],
    ],
    unread: 1,
  },
]

/** Returns what buyers and sellers have written to each other. */
export function demoConversations(
  { sellerOrders, returns }: Pick<DemoFulfilment, 'sellerOrders' | 'returns'>,
  orders: readonly OrderRow[],
  now: Date,
): ConversationRow[] {
  const ordered = new Map(orders.map((order) => [order.order_number, order]))
  const requested = new Set(
    returns.filter(({ state }) => state === 'requested').map(({ order_number }) => order_number),
  )
  const taken = new Set<SellerOrderRow>()
  const lastStep = (sellerOrder: SellerOrderRow) =>
    (
      sellerOrder.delivered_at ??
      sellerOrder.shipped_at ??
      sellerOrder.confirmed_at ??
      ordered.get(sellerOrder.order_number)?.created_at ??
      now
    ).getTime()
  return TALKS.flatMap(({ seller, isOfFirstBuyer, about, said, unread = 0 }) => {
    const { user_id: seller_id } = demoSellers[seller]
    const lastHours = said.at(-1)?.[1] ?? 0
    const [sellerOrder] = sellerOrders
      .filter(
        (one) =>
          one.seller_id === seller_id &&
          !taken.has(one) &&
          (ordered.get(one.order_number)?.buyer_id === demoBuyers[0]?.user_id) === isOfFirstBuyer &&
          requested.has(one.order_number) === (about === 'return') &&
          (about === 'return' || about.includes(one.state)) &&
          lastStep(one) + lastHours * HOUR_MS < now.getTime(),
      )
      .sort((one, other) => lastStep(other) - lastStep(one))
    const buyer_id = sellerOrder && ordered.get(sellerOrder.order_number)?.buyer_id
    if (!sellerOrder || !buyer_id) return []
    taken.add(sellerOrder)
    const { order_number } = sellerOrder
    const messages = said.map(([by_role, hours, text]) => ({
      message_id: idOf(`message ${order_number} ${text}`),
      by_role,
      text,
      created_at: new Date(lastStep(sellerOrder) + hours * HOUR_MS),
    }))
    return [{ order_number, seller_id, buyer_id, messages, unread }]
  })
}
