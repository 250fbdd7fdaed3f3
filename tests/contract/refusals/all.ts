import { codeRefusals } from './codes.ts'
import { factorRefusals } from './factors.ts'
import { providerRefusals } from './providers.ts'
import type { Refusal } from './refusal.ts'
import { signUpRefusals, tokenRefusals } from './sign-in.ts'
import { userRefusals } from './user.ts'

/** Refusals of one request, or of several in sequence; all responses have the requested form. */
export const refusals: Refusal[] = [
  ...signUpRefusals,
  ...tokenRefusals,
  ...codeRefusals,
  ...userRefusals,
  ...providerRefusals,
  ...factorRefusals,
]
