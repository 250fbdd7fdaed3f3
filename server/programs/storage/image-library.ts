import type sharp from 'sharp'

let loaded: Promise<typeof sharp> | undefined

/** Returns the image library, loaded with the first picture, as a start needs none. */
export function imageLibrary(): Promise<typeof sharp> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<typeof sharp> {
  const { default: library } = await import('sharp')
  // Every picture is different: a cache would only use memory.
  library.cache(false)
  library.concurrency(1)
  return library
}
