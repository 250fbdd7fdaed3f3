import { Suspense } from 'react'
import { useHydrated } from '../hooks.ts'
import { lazyCode, Nothing } from '../load-code.ts'
import type { DrawingProps } from './drawings.tsx'

const Lazy = lazyCode(async () => (await import('./drawings.tsx')).AnyDrawing, Nothing, true)

/** The drawing of an empty list or page; its space is reserved before its code has loaded. */
export function Drawing({ of }: DrawingProps) {
  return (
    <span aria-hidden className="block h-36 w-53 max-w-full">
      {useHydrated() && (
        <Suspense>
          <Lazy of={of} />
        </Suspense>
      )}
    </span>
  )
}
