import { defineErrors, defineMessages } from '../kernel/define-messages.ts'
import type { AdminRight } from './rights.ts'

export const rightMessages = defineMessages('right', {
  rights: {
    products: 'Products',
    orders: 'Orders',
    payments: 'Payments',
    sellers: 'Sellers',
    reviews: 'Reviews',
    search: 'Search',
    content: 'Content',
    figures: 'Figures',
    settings: 'Settings',
  } satisfies Record<AdminRight, string>,
  missing: 'You need the right "{right}". Owners can give it.',
})

/** Failures of any call by an admin. */
export const rightErrors = defineErrors('rightErrors', {
  right_missing: {
    status: 403,
    // A page may be older than the server, and not know its rights.
    text: ({ right }: { right: AdminRight }) => rightMessages.missing({ right: rightMessages.rights[right] ?? '' }),
  },
  owners_only: { status: 403, text: 'Only owners can do this.' },
})
