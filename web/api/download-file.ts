import { inOwnName } from './api.ts'

/** Fetches a file in the name of the signed-in person and hands it to the browser to keep. Answers whether it worked. */
export async function downloadFile(path: string, name: string): Promise<boolean> {
  try {
    const answer = await inOwnName(
      (token) => fetch(path, token ? { headers: { authorization: `Bearer ${token}` } } : {}),
      ({ status }) => status,
    )
    if (!answer.ok) return false
    const address = URL.createObjectURL(await answer.blob())
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    // Some browsers begin to read only after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    return true
  } catch {
    return false
  }
}
