import { useEffect, useState } from 'react'
import { MIN_SUGGESTED_LENGTH } from '../../../../shared/catalog/constants.ts'
import type { Suggestions } from '../../../../shared/catalog/search-schema.ts'
import { useAppDispatch } from '../../../api/app-store.ts'
import { startSuggesting } from '../catalog-api.ts'
import { cleanSearchText } from '../search-address.ts'

const TYPING_PAUSE_MS = 150

/** Returns what is suggested for a text, after a pause in typing; null until that is known, and when the call failed. */
export function useSuggestions(typed: string): Suggestions | null {
  const dispatch = useAppDispatch()
  const text = cleanSearchText(typed)
  const [found, setFound] = useState<{ text: string; suggestions: Suggestions } | null>(null)
  useEffect(() => {
    if (text.length < MIN_SUGGESTED_LENGTH) return
    let call: ReturnType<ReturnType<typeof startSuggesting>> | undefined
    let isWanted = true
    const pause = setTimeout(() => {
      call = dispatch(startSuggesting(text))
      call.unwrap().then(
        (suggestions) => isWanted && setFound({ text, suggestions }),
        () => {},
      )
    }, TYPING_PAUSE_MS)
    return () => {
      isWanted = false
      clearTimeout(pause)
      call?.abort()
      call?.unsubscribe()
    }
  }, [dispatch, text])
  return found?.text === text && text.length >= MIN_SUGGESTED_LENGTH ? found.suggestions : null
}
