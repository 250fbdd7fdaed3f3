import { useSyncExternalStore } from 'react'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { isOnline } from './when-online.ts'

/** Returns whether the browser is connected to a network; true during hydration. */
export function useOnline(): boolean {
  return useSyncExternalStore(follow, isOnline, () => true)
}

function follow(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Says while the browser is offline that the page waits. */
export function OfflineNote() {
  const online = useOnline()
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[7.5rem] z-50 grid justify-items-center px-4 sm:top-18 print:hidden"
    >
      {!online && (
        <p className="rounded-xl border border-line-strong bg-surface px-4 py-2 text-center font-medium shadow-sm">
          {uiMessages.offline}
        </p>
      )}
    </div>
  )
}
