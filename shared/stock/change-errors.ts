import { defineErrors, defineMessages } from '../kernel/define-messages.ts'

const texts = defineMessages('stockErrorTexts', {
  changed: 'The stock is now {onHand, number}.',
  reserved: '{units, number} are being paid for right now. Try again in a few minutes.',
})

/** Failures of sellers' changes of stock, which pages of the shop need not load. */
export const stockErrors = defineErrors('stockErrors', {
  stock_changed: {
    status: 409,
    text: ({ on_hand }: { on_hand: number }) => texts.changed({ onHand: on_hand }),
  },
  stock_reserved: {
    status: 409,
    text: ({ reserved }: { reserved: number }) => texts.reserved({ units: reserved }),
  },
  stock_owed: { status: 409, text: 'Enter how many you have first.' },
})
