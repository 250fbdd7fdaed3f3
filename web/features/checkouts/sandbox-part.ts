import type { ComponentType } from 'react'
import type { PaymentMethod } from '../../../shared/payments/constants.ts'
import { loadCode } from '../../ui/load-code.ts'

interface SandboxPart {
  /** Lists the test cards. */
  SandboxNote: ComponentType
  /** Returns a token for the details, which do not leave the page. */
  paymentTokenOf(typed: { method: PaymentMethod; cardNumber: string; paypalEmail: string }): string
}

/** Loads the sandbox's part of the checkout. Throws when the optional folder is missing. */
export const loadSandboxPart = (): Promise<SandboxPart> =>
  loadCode(async () => {
    const [load] = Object.values(import.meta.glob<SandboxPart>('../../../sandbox/web/checkout.tsx'))
    if (!load) throw new Error('there is no sandbox')
    return load()
  })
