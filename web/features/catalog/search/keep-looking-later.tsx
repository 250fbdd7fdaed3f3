import { type ComponentType, lazy, Suspense } from 'react'
import { useHydrated } from '../../../ui/hooks.ts'
import { doWithout, loadCode } from '../../../ui/load-code.ts'
import type { KeepLookingProps } from './keep-looking.tsx'

const KeepLooking: ComponentType<KeepLookingProps> = lazy(() =>
  loadCode(() => import('./keep-looking.tsx'), true)
    .then((module) => ({ default: module.KeepLooking }))
    .catch(doWithout),
)

/** `KeepLooking`, loaded by empty and missing pages only; nothing below it could move. */
export function KeepLookingLater(props: KeepLookingProps) {
  if (!useHydrated()) return null
  return (
    <Suspense>
      <KeepLooking {...props} />
    </Suspense>
  )
}
