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
}

/**
 * Returns a function that loads the document again after a change of something that every page shows: it carries the
 * marketplace's name, look and footer. Then a toast says that it was saved. Once on a page. Not while a picture is chosen that is
 * not saved.
 */
export function useShownAgain(): () => void {
  const dispatch = useAppDispatch()
  const [isChanged, setIsChanged] = useState(false)
  const { pathname, search, state } = useLocation()
  const address = pathname + search
  const navigate = useNavigate()
  const isSaved = state?.isSaved === true
  useEffect(() => {
    if (!isSaved) return
    if (isChanged && !dispatch(hasUnsavedForm(true))) {
      // The draft of a form beside it is offered again.
      window.isReloading = true
      location.reload()
    } else {
      showSuccess(marketMessages.saved)
      void navigate(address, { replace: true, state: null })
    }
  }, [isSaved, isChanged, address, navigate, dispatch])
  return () => {
    setIsChanged(true)
    void navigate(address, { replace: true, state: { isSaved: true } })
  }
}
