import type { AppServices } from '../api/app-store.ts'
import { createBrowserStorage } from '../api/browser-storage.ts'
import { createQueue } from '../features/cart/cart-queue.ts'
import { createAuthClient } from '../session/auth-client.ts'
import { createSingleFlight } from '../session/check-session.ts'
import { createDraftFiles } from '../session/draft-files.ts'
import { sessionTokens } from '../session/tokens.ts'
import { createUnsavedForms } from '../session/unsaved-forms.ts'
import { loadCode } from '../ui/load-code.ts'

/** Creates what thunks, queries and listeners of one store use. Nothing is opened or loaded before it is used. */
export function createServices({ site }: Pick<AppServices, 'site'>): AppServices {
  const basics = { site, now: () => Date.now(), storage: createBrowserStorage() }
  return {
    ...basics,
    tokens: sessionTokens,
    authClient: createAuthClient(basics),
    sessionCheck: createSingleFlight(),
    followedLinks: new Map(),
    cartQueue: createQueue(),
    unsavedForms: createUnsavedForms(),
    draftFiles: createDraftFiles(async () =>
      (await loadCode(() => import('../session/draft-file-store.ts'), true)).createDraftFileStore(basics.now),
    ),
  }
}
