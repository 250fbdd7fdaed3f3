import { type ComponentType, lazy, Suspense } from 'react'
import { useHydrated } from '../../ui/use-hydrated.ts'

const NotifyMe: ComponentType<{ productId: string }> = lazy(() =>
  import('./notify-me.tsx')
    .then((module) => ({ default: module.NotifyMe }))
    // The page does without what it cannot load.
    .catch(() => ({ default: (() => null) as never })),
)

/** `NotifyMe`, whose code only pages of sold-out products load; its space is there before. */
export function NotifyMeLater({ productId }: { productId: string }) {
  return (
    <div className="grid min-h-19 content-start gap-2">
      {useHydrated() && (
        <Suspense>
          <NotifyMe productId={productId} />
        </Suspense>
      )}
    </div>
  )
}
