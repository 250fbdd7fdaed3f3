import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { securityMessages } from '../../shared/account/security-messages.ts'
import { loadAuthClient } from './auth-client.ts'

/** Refusals that the server words for programs. */
const WORDS: Record<string, string> = {
  otp_expired: securityMessages.codeWrong,
  mfa_verification_failed: securityMessages.codeWrong,
  mfa_challenge_expired: securityMessages.codeWrong,
  reauthentication_not_valid: securityMessages.codeWrong,
}

/** What a call of the sign-in service came to. */
export interface Refusal {
  /** For the person. */
  text: string
  /** The protocol's name of it; undefined when there was no answer. */
  code: string | undefined
}

/** Calls the sign-in service. Answers why it refused, or `otherwise` when it did not answer; null when it worked. Never throws. */
export async function askAuth(
  otherwise: string,
  call: (auth: GoTrueClient) => Promise<{ error: AuthError | null }>,
): Promise<Refusal | null> {
  try {
    const { error } = await call(await loadAuthClient())
    return error && { text: saidByServer(error, otherwise), code: error.code }
  } catch (error) {
    console.warn(error)
    return { text: otherwise, code: undefined }
  }
}

/** The server's own words, or plainer ones; `otherwise` without an answer of the server, or with one that has no words. */
export function saidByServer({ code, status, message }: AuthError, otherwise: string): string {
  // The client shows an answer in which it finds no text as it is.
  const hasWords = status && !message.startsWith('{')
  return WORDS[code ?? ''] ?? (hasWords ? message : otherwise)
}
