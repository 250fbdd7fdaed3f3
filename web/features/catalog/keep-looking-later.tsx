import { type ComponentType, lazy, Suspense } from 'react'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { KeepLookingProps } from './keep-looking.tsx'

const KeepLooking: ComponentType<KeepLookingProps> = lazy(() =>
  import('./keep-looking.tsx')
    .then((module) => ({ default: module.KeepLooking }))
    // The page does without what it cannot load.
    .catch(() => ({ default: (() => null) as never })),
)

/** `KeepLooking`, whose code only the few empty and missing pages load; nothing is below it that could move. */
export function KeepLookingLater(props: KeepLookingProps) {
  if (!useHydrated()) return null
  return (
    <Suspense>
      <KeepLooking {...props} />
    </Suspense>
  )
}
