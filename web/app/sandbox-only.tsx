import type { ComponentType } from 'react'
import { useSite } from '../api/site.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** Returns a page that there is only where orders are paid in the sandbox. */
export function sandboxOnly(SandboxPage: ComponentType): ComponentType {
  return function SandboxOnly() {
    return useSite().payments?.provider === 'sandbox' ? <SandboxPage /> : <NotFoundPage />
  }
}
