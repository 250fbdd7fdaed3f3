/** Stands for the user's id while no user is signed in. */
export const VISITOR = ''
/** The lifetime in ms of drafts that a closed tab left behind. */
export const MAX_DRAFT_AGE_MS = 7 * 24 * 60 * 60 * 1000

/** Files of unfinished forms. No method rejects: a file that the browser could not store is missing later. */
export interface DraftFiles {
  /** Stores the files that this page has not stored yet. */
  store(userId: string, files: ReadonlyMap<string, File>): Promise<void>
  /** Returns the user's files under these keys, without missing ones. */
  read(userId: string, keys: readonly string[]): Promise<Map<string, File>>
  drop(keys: readonly string[]): Promise<void>
  /** Deletes all files of a user, including those from before the sign-in. */
  dropAllOf(userId: string): Promise<void>
}

declare module '../api/app-store.ts' {
  interface AppServices {
    draftFiles: DraftFiles
  }
}

/** Returns files whose store is loaded on first use, as few visitors have any. */
export function createDraftFiles(load: () => Promise<DraftFiles>): DraftFiles {
  let loaded: Promise<DraftFiles> | undefined

  async function withLoaded<Result>(
    use: (loadedFiles: DraftFiles) => Promise<Result>,
    otherwise: Result,
  ): Promise<Result> {
    try {
      loaded ??= load()
      return await use(await loaded)
    } catch (error) {
      loaded = undefined
      console.warn(error)
      return otherwise
    }
  }

  return {
    store: (userId, files) => withLoaded((loadedFiles) => loadedFiles.store(userId, files), undefined),
    read: (userId, keys) => withLoaded((loadedFiles) => loadedFiles.read(userId, keys), new Map()),
    drop: (keys) => withLoaded((loadedFiles) => loadedFiles.drop(keys), undefined),
    dropAllOf: (userId) => withLoaded((loadedFiles) => loadedFiles.dropAllOf(userId), undefined),
  }
}
