import { Suspense } from 'react'
import { useHydrated } from '../../../ui/hooks.ts'
import { lazyCode, Nothing } from '../../../ui/load-code.ts'
import type { KeepLookingProps } from './keep-looking.tsx'

const KeepLooking = lazyCode(async () => (await import('./keep-looking.tsx')).KeepLooking, Nothing, true)

/** `KeepLooking`, loaded by empty and missing pages only; nothing below it could move. */
export function KeepLookingLater(props: KeepLookingProps) {
  if (!useHydrated()) return null
  return (
    <Suspense>
      <KeepLooking {...props} />
    </Suspense>
  )
}
