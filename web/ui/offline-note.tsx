import { useSyncExternalStore } from 'react'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { isOnline } from './load-code.ts'

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

/** Says that the page waits while the browser is offline; the last row of a layout's header, so that it covers nothing. */
export function OfflineNote() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="border-t border-line bg-tint px-4 py-2 text-center text-sm font-medium text-balance sm:px-6">
          {uiMessages.offline}
        </p>
      )}
    </div>
  )
}
