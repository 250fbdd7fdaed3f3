import { codeRefusals } from './codes.ts'
import { factorRefusals } from './factors.ts'
import { providerRefusals } from './providers.ts'
import type { Refusal } from './refusal.ts'
import { signUpRefusals, tokenRefusals } from './sign-in.ts'
import { userRefusals } from './user.ts'

/** Refusals that one request, or one after another, brings about; all are answered in the form asked for. */
export const refusals: Refusal[] = [
  ...signUpRefusals,
  ...tokenRefusals,
  ...codeRefusals,
  ...userRefusals,
  ...providerRefusals,
  ...factorRefusals,
]
