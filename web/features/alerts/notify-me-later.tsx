import { type ComponentType, lazy, Suspense } from 'react'
import { useHydrated } from '../../ui/hooks.ts'
import { doWithout, loadCode } from '../../ui/load-code.ts'

const NotifyMe: ComponentType<{ productId: string }> = lazy(() =>
  loadCode(() => import('./notify-me.tsx'))
    .then((module) => ({ default: module.NotifyMe }))
    .catch(doWithout),
)

/** `NotifyMe`, loaded by pages of sold-out products only; its space is reserved. */
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
