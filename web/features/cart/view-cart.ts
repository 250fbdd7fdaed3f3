import { cartMessages } from '../../../shared/cart/messages.ts'

/** The link of the messages that say that something was added. */
export const VIEW_CART = { text: cartMessages.viewCart, to: '/cart' } as const
