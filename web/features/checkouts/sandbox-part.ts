import type { ComponentType } from 'react'
import type { PaymentMethod } from '../../../shared/payments/constants.ts'
import { loadCode } from '../../ui/load-code.ts'

interface SandboxPart {
  /** Says that no real money moves, and with which cards what happens. */
  SandboxNote: ComponentType
  /** Returns the id that stands for what was typed, which does not leave the page. */
  paymentTokenOf(typed: { method: PaymentMethod; cardNumber: string; paypalEmail: string }): string
}

/** Loads what the checkout has of the sandbox. The folder may be missing: then no marketplace pays with it. */
export const loadSandboxPart = (): Promise<SandboxPart> =>
  loadCode(async () => {
    const [load] = Object.values(import.meta.glob<SandboxPart>('../../../sandbox/web/checkout.tsx'))
    if (!load) throw new Error('there is no sandbox')
    return load()
  })
