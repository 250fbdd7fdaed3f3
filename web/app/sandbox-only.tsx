import type { ComponentType } from 'react'
import { useSite } from '../api/site.ts'

/** Returns a page that there is only where orders are paid in the sandbox, and the other one elsewhere. */
export function sandboxOnly(SandboxPage: ComponentType, OtherPage: ComponentType): ComponentType {
  return function SandboxOnly() {
    return useSite().payments?.provider === 'sandbox' ? <SandboxPage /> : <OtherPage />
  }
}
