/** Returns whether a host name, or an address with or without brackets, is this machine and no other. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i.test(host)
}

/** Returns whether the marketplace is on this machine alone: both its listening and its public address are loopback. */
export function isOnLoopback({ host, siteUrl }: { host: string; siteUrl: string }): boolean {
  return isLoopback(host) && isLoopback(new URL(siteUrl).hostname)
}

/** Returns whether unsent messages are shown at `/outbox`. */
export function hasOutboxPage(config: { host: string; siteUrl: string; databaseUrl?: string | undefined }): boolean {
  return !config.databaseUrl && isOnLoopback(config)
}
