import { type ComponentType, lazy, Suspense } from 'react'
import { useHydrated } from '../../ui/use-hydrated.ts'

const KeepLooking: ComponentType<{ withSearch?: boolean | undefined }> = lazy(() =>
  import('./keep-looking.tsx')
    .then((module) => ({ default: module.KeepLooking }))
    // The page does without what it cannot load.
    .catch(() => ({ default: (() => null) as never })),
)

/** `KeepLooking`, whose code only the few empty and missing pages load; nothing is below it that could move. */
export function KeepLookingLater({ withSearch }: { withSearch?: boolean | undefined }) {
  if (!useHydrated()) return null
  return (
    <Suspense>
      <KeepLooking withSearch={withSearch} />
    </Suspense>
  )
}
