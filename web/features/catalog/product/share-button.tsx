import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { useSite } from '../../../api/site.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Share2 } from '../../../ui/icons.tsx'
import { showError, showSuccess } from '../../../ui/overlay/toasts.tsx'
import { useHydrated } from '../../../ui/use-hydrated.ts'

/** Passes a page on by the means of the device, else by its address in the clipboard; not seen where the browser can neither. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const { siteUrl } = useSite()
  const hydrated = useHydrated()
  const url = siteUrl + path
  const canShare = hydrated && 'share' in navigator
  const canCopy = hydrated && 'clipboard' in navigator
  // A user who changes their mind is no failure.
  const share = () => navigator.share({ title, url }).catch(() => {})
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showSuccess(catalogMessages.linkCopied),
      () => showError(catalogMessages.linkNotCopied),
    )
  return (
    <Button
      variant="ghost"
      size="small"
      onClick={canShare ? share : copy}
      // Its place is kept until it is known.
      className={classNames('-ms-3 justify-self-start', !canShare && !canCopy && 'invisible')}
    >
      <Share2 aria-hidden className="size-4" />{' '}
      {canCopy && !canShare ? catalogMessages.copyLink : catalogMessages.share}
    </Button>
  )
}
