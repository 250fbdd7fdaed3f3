import { type DraftFiles, MAX_DRAFT_AGE_MS, VISITOR } from './draft-files.ts'

/** The name of the IndexedDB database and of its only store. */
const DATABASE = 'draft-files'
/** The limit for all users of the browser; older files are evicted. */
const MAX_FILES = 24
const MAX_BYTES = 64 * 2 ** 20

interface StoredFile {
  key: string
  userId: string
  file: File
  /** In ms. */
  savedAt: number
}

/** Returns the files of drafts in this browser's IndexedDB, where they outlive the tab. `now` is in ms. */
export function createDraftFileStore(now: () => number): DraftFiles {
  const storedKeys = new Set<string>()
  let queue: Promise<unknown> = Promise.resolve()

  /** Calls `use` in a transaction after the earlier ones; returns null when the browser refuses. */
  function inTransaction<Result>(use: (store: IDBObjectStore) => Promise<Result>): Promise<Result | null> {
    const result = queue
      .then(() => runTransaction(use))
      .catch((error: unknown) => {
        console.warn(error)
        return null
      })
    queue = result
    return result
  }

  return {
    async store(userId, files) {
      const added = [...files].filter(([key]) => !storedKeys.has(key))
      if (!added.length) return
      for (const [key] of added) storedKeys.add(key)
      await inTransaction(async (store) => {
        for (const [key, file] of added) store.put({ key, userId, file, savedAt: now() } satisfies StoredFile)
        await dropOutdated(store, now())
      })
    },
    async read(userId, keys) {
      if (!keys.length) return new Map()
      const found = await inTransaction((store) => dropOutdated(store, now()))
      // A visitor's draft becomes the user's at sign-in.
      const own = found?.filter((stored) => stored.userId === userId || stored.userId === VISITOR) ?? []
      for (const { key } of own) storedKeys.add(key)
      return new Map(own.filter(({ key }) => keys.includes(key)).map(({ key, file }) => [key, file]))
    },
    async drop(keys) {
      if (!keys.length) return
      for (const key of keys) storedKeys.delete(key)
      await inTransaction(async (store) => {
        for (const key of keys) store.delete(key)
      })
    },
    async dropAllOf(userId) {
      await inTransaction(async (store) => {
        for (const stored of await readAll(store)) {
          if (stored.userId === userId || stored.userId === VISITOR) store.delete(stored.key)
        }
      })
    },
  }
}

async function dropOutdated(store: IDBObjectStore, now: number): Promise<StoredFile[]> {
  let bytes = 0
  const left: StoredFile[] = []
  for (const stored of (await readAll(store)).toSorted((a, b) => b.savedAt - a.savedAt)) {
    bytes += stored.file.size
    // A clock that was set back must not keep a file forever.
    const isFresh = Math.abs(now - stored.savedAt) < MAX_DRAFT_AGE_MS
    if (isFresh && left.length < MAX_FILES && bytes <= MAX_BYTES) left.push(stored)
    else store.delete(stored.key)
  }
  return left
}

function readAll(store: IDBObjectStore): Promise<StoredFile[]> {
  return resultOf<StoredFile[]>(store.getAll())
}

async function runTransaction<Result>(use: (store: IDBObjectStore) => Promise<Result>): Promise<Result> {
  const opening = indexedDB.open(DATABASE)
  opening.onupgradeneeded = () => opening.result.createObjectStore(DATABASE, { keyPath: 'key' })
  const database = await resultOf(opening)
  try {
    const transaction = database.transaction(DATABASE, 'readwrite')
    const committed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const [result] = await Promise.all([use(transaction.objectStore(DATABASE)), committed])
    return result
  } finally {
    database.close()
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
