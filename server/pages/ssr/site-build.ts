let built: Promise<void> = Promise.resolve()

/** Makes the renderer wait for the site's build, which this process has started. */
export function waitForSite(build: Promise<void>): void {
  built = build
  // It may fail before the renderer awaits it.
  build.catch(() => {})
}

/** Resolves when the site may be loaded. Throws when its build failed. */
export function untilSiteIsBuilt(): Promise<void> {
  return built
}
