import type { ComponentType } from 'react'
import { useSite } from '../api/site.ts'
import { hasNeeded, type Needed } from './layout/needed.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** Returns a page that there is only where the marketplace has what it needs, and the page of unknown addresses elsewhere. */
export function whereNeeded(needs: Needed, NeedingPage: ComponentType): ComponentType {
  return function WhereNeeded() {
    return hasNeeded(needs, useSite().payments) ? <NeedingPage /> : <NotFoundPage />
  }
}
