import type { ComponentType } from 'react'
import { useSite } from '../api/site.ts'
import { hasNeeded, type Needed } from './layout/needed.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** Wraps a page that shows "not found" when the marketplace lacks the feature. */
export function whereNeeded(needs: Needed, NeedingPage: ComponentType): ComponentType {
  return function WhereNeeded() {
    return hasNeeded(needs, useSite().payments) ? <NeedingPage /> : <NotFoundPage />
  }
}
