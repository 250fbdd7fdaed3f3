const CHANNEL = 'cart'

let channel: BroadcastChannel | undefined

/** Tells this browser's other tabs that a buyer's cart changed. */
export function announceCart(buyerId: string): void {
  channel?.postMessage(buyerId)
}

/** Hears of changes in other tabs. Answers what stops it. */
export function listenToOtherTabs(changed: (buyerId: unknown) => void): () => void {
  const opened = new BroadcastChannel(CHANNEL)
  opened.onmessage = ({ data }) => changed(data)
  channel = opened
  return () => {
    opened.close()
    if (channel === opened) channel = undefined
  }
}
