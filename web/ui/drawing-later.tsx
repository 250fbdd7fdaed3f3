import { lazy, Suspense } from 'react'
import { useHydrated } from './use-hydrated.ts'

const Drawing = lazy(() => import('./drawing.tsx').then((module) => ({ default: module.Drawing })))

/** The drawing of empty and missing pages, in its place before it is loaded. */
export function DrawingLater() {
  return (
    <span aria-hidden className="block h-36 w-53 max-w-full">
      {useHydrated() && (
        <Suspense>
          <Drawing className="size-full" />
        </Suspense>
      )}
    </span>
  )
}
