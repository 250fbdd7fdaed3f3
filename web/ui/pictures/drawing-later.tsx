import { lazy, Suspense } from 'react'
import { useHydrated } from '../hooks.ts'
import { doWithout, loadCode } from '../load-code.ts'

const Drawing = lazy(() =>
  loadCode(() => import('./drawings.tsx'), true).then(({ BagDrawing }) => ({ default: BagDrawing }), doWithout),
)

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
