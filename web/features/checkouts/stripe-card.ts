import { loadStripe } from '@stripe/stripe-js/pure'

/** Stripe's card fields on the page. */
export interface StripeCard {
  /** Returns what stands for the card that was typed; undefined when it is not complete, which its fields then say. */
  token: () => Promise<string | undefined>
  /** Lets the buyer confirm a payment at the bank, in front of the page. What came of it, the server knows. */
  confirmAtBank: (clientSecret: string) => Promise<void>
  /** Gives Stripe what the order comes to now. */
  setAmount: (cents: number) => void
  /** Removes the fields. */
  remove: () => void
}

interface CardPlace {
  stripeKey: string
  amountCents: number
  /** Where the fields are drawn; its colours are theirs, too. */
  place: HTMLElement
}

/** Stripe's types do not have this option. */
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
    currency: 'usd',
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
