import { formatNumber } from '../kernel/locale.ts'
import type { RefusalDetails, RefusalTexts } from '../kernel/refusals.ts'

/** Why a stock cannot be changed. */
export const stockRefusals = {
  stock_changed: ({ on_hand }: RefusalDetails) => `The stock is now ${formatNumber(Number(on_hand))}.`,
  stock_reserved: ({ reserved }: RefusalDetails) =>
    `${formatNumber(Number(reserved))} are being paid for right now. Try again in a few minutes.`,
  stock_owed: 'Enter how many you have first.',
} as const satisfies RefusalTexts
