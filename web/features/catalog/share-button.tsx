import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { useSite } from '../../api/site.ts'
import { Button } from '../../ui/button.tsx'
import { Share2 } from '../../ui/icons.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'

/** Passes a page on by the means of the device; nothing where the browser cannot. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const { siteUrl } = useSite()
  const hydrated = useHydrated()
  if (!hydrated || typeof navigator.share !== 'function') return null
  // A user who changes their mind is no failure.
  const share = () => navigator.share({ title, url: siteUrl + path }).catch(() => {})
  return (
    <Button variant="ghost" size="small" onClick={share} className="justify-self-start">
      <Share2 aria-hidden className="size-4" /> {catalogMessages.share}
    </Button>
  )
}
