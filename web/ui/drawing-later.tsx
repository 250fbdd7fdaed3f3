import { lazy, Suspense } from 'react'
import { useHydrated } from './use-hydrated.ts'

const Drawing = lazy(() => import('./drawings.tsx').then((module) => ({ default: module.BagDrawing })))

/** The drawing of empty and missing pages, in its place before it is loaded. */
export function DrawingLater() {
  return (
    <span aria-hidden className="block h-36 w-53 max-w-full">
      {useHydrated() && (
        <Suspense>
          <Drawing />
        </Suspense>
      )}
    </span>
  )
}
