import { loadStripe } from '@stripe/stripe-js/pure'
import { currencyCode } from '../../../shared/kernel/money.ts'

/** Stripe's card fields on the page. */
export interface StripeCard {
  /** Returns a token for the card; undefined when it is incomplete, which its fields report. */
  token: () => Promise<string | undefined>
  /** Lets the buyer confirm a payment at the bank in an overlay. The server knows the outcome. */
  confirmAtBank: (clientSecret: string) => Promise<void>
  /** Updates the amount of the order. */
  setAmount: (cents: number) => void
  /** Removes the fields. */
  remove: () => void
}

interface CardPlace {
  stripeKey: string
  amountCents: number
  /** The parent of the fields, which take its colors. */
  place: HTMLElement
}

/** Missing in Stripe's types. */
const CARDS_ONLY = { paymentMethodTypes: ['card'] }

/** Draws Stripe's card fields, whose contents this page cannot read. Throws when Stripe's script cannot be loaded. */
export async function showStripeCard({ stripeKey, amountCents, place }: CardPlace): Promise<StripeCard> {
  const stripe = await loadStripe(stripeKey)
  if (!stripe) throw new Error('the script of Stripe was not loaded')
  const { color, backgroundColor, fontSize } = getComputedStyle(place)
  const { theme = 'system' } = document.documentElement.dataset
  const isDark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  const elements = stripe.elements({
    mode: 'payment',
    amount: amountCents,
    currency: currencyCode().toLowerCase(),
    ...CARDS_ONLY,
    appearance: {
      theme: isDark ? 'night' : 'stripe',
      variables: { colorText: color, colorBackground: backgroundColor, fontSizeBase: fontSize, borderRadius: '8px' },
    },
  })
  const fields = elements.create('payment')
  fields.mount(place)
  return {
    async token() {
      const checked = await elements.submit()
      if (checked.error) return undefined
      return (await stripe.createConfirmationToken({ elements })).confirmationToken?.id
    },
    async confirmAtBank(clientSecret) {
      await stripe.handleNextAction({ clientSecret })
    },
    setAmount: (amount) => elements.update({ amount }),
    remove: () => fields.destroy(),
  }
}
