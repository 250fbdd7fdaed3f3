import { callSignedIn } from './api.ts'
import type { AppThunk } from './app-store.ts'

/** Some browsers start to read the file only a while after the click. */
const KEEP_FILE_MS = 60_000

/** Downloads a file with the user's access token. Returns whether it worked. */
export function downloadFile(path: string, name: string): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    try {
      const response = await dispatch(
        callSignedIn(
          (token) => fetch(path, token ? { headers: { authorization: `Bearer ${token}` } } : {}),
          ({ status }) => status,
        ),
      )
      if (!response.ok) return false
      offerFile(await response.blob(), name)
      return true
    } catch {
      return false
    }
  }
}

function offerFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_FILE_MS)
}
