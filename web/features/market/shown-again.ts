import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { marketMessages } from '../../../shared/market/messages.ts'
import type { MarketSettings } from '../../../shared/market/schema.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { hasUnsavedForm } from '../../session/unsaved-forms.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'

/** The settings that a part of the page edits. */
export interface EditProps {
  settings: MarketSettings
  /** Shows the page again with what was saved. */
  onSaved: () => void
  /** Loads the document again if that waited for a picture whose change is now cancelled. */
  onCancelled: () => void
}

/**
 * Returns functions that load the document again after a change of something that every page shows: it carries the
 * marketplace's name, look and footer. A toast says that it was saved. Once on a page. Not while a picture is chosen that is
 * not saved.
 */
export function useShownAgain(): Omit<EditProps, 'settings'> {
  const dispatch = useAppDispatch()
  const [isChanged, setIsChanged] = useState(false)
  const { pathname, search, state } = useLocation()
  const address = pathname + search
  const navigate = useNavigate()
  const isSaved: boolean | undefined = state?.isSaved
  useEffect(() => {
    if (isSaved === undefined) return
    if (isChanged && !dispatch(hasUnsavedForm(true))) {
      // The draft of a form beside it is offered again.
      window.isReloading = true
      location.reload()
    } else {
      if (isSaved) showSuccess(marketMessages.saved)
      void navigate(address, { replace: true, state: null })
    }
  }, [isSaved, isChanged, address, navigate, dispatch])
  const show = (isSaved: boolean) => void navigate(address, { replace: true, state: { isSaved } })
  return {
    onSaved() {
      setIsChanged(true)
      show(true)
    },
    onCancelled: () => isChanged && show(false),
  }
}
