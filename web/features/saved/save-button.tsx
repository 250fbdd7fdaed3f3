import { savedMessages } from '../../../shared/saved/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { Heart } from '../../ui/icons.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { savedApi } from './saved-api.ts'

interface Saved {
  /** Ids of products, newest first; undefined until they are known. */
  ids: readonly string[] | undefined
  /** Empty for visitors. */
  userId: string
  /** False for sellers and admins. */
  isOffered: boolean
  failed: boolean
  fetching: boolean
  retry: () => void
}

const UNKNOWN: Saved = { ids: undefined, userId: '', isOffered: true, failed: false, fetching: false, retry: () => {} }

/** The wish list of a buyer or a visitor; unknown on the server. */
export const useSaved: () => Saved = import.meta.env.SSR ? () => UNKNOWN : useKnownSaved

function useKnownSaved(): Saved {
  const { ready, isLoggedIn, userRole, userId } = useSession()
  const isOffered = !isLoggedIn || userRole === 'buyer'
  const owner = isLoggedIn ? userId : ''
  const { currentData, error, isFetching, refetch } = savedApi.useGetSavedQuery(owner, { skip: !ready || !isOffered })
  return { ids: currentData, userId: owner, isOffered, failed: !!error, fetching: isFetching, retry: refetch }
}

interface SaveButtonProps {
  productId: string
  name: string
  className?: string
  /** The place of a failure. */
  noteClassName: string
}

/** The button that adds a product to the wish list or removes it; renders nothing for sellers and admins. */
export function SaveButton({ productId, name, className, noteClassName }: SaveButtonProps) {
  const { ids, userId, isOffered } = useSaved()
  const dispatch = useAppDispatch()
  const { report, clear, note } = useFailure()
  if (!isOffered) return null
  const isSaved = ids?.includes(productId) ?? false

  async function toggle() {
    clear()
    const change = { userId, productId, isSaved: !isSaved }
    const isDone = await loadCode(() => import('./change-saved.ts')).then(
      ({ changeSaved }) => dispatch(changeSaved(change)),
      () => false,
    )
    if (!isDone) report({ text: savedMessages.changeFailed })
  }

  return (
    <>
      <Button
        variant="overlay"
        size="icon"
        aria-pressed={isSaved}
        aria-label={savedMessages.save({ name })}
        onClick={toggle}
        className={classNames('rounded-full', className)}
      >
        <Heart aria-hidden className={classNames('size-5', isSaved && 'fill-accent text-accent')} />
      </Button>
      <FailureNote {...note} className={noteClassName} />
    </>
  )
}
