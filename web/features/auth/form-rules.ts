import { loadCode } from '../../ui/load-code.ts'

const loadAccounts = () => loadCode(() => import('../../../shared/accounts/form-schema.ts'), true)
const loadAuth = () => loadCode(() => import('../../../shared/auth/form-schema.ts'), true)

// The rules of the account forms, loaded when a form is first used.

export const signInRules = async () => (await loadAuth()).signInFormSchema
export const emailRules = async () => (await loadAccounts()).emailFormSchema
export const codeRules = async () => (await loadAuth()).codeFormSchema
export const displayNameRules = async () => (await loadAccounts()).displayNameFormSchema
export const authenticatorRules = async () => (await loadAuth()).authenticatorFormSchema
export const phoneRules = async () => (await loadAuth()).phoneFormSchema

/** Returns the rules for sign-up where passwords have at least `minLength` characters. */
export const signUpRules = (minLength: number) => async () => (await loadAuth()).signUpFormSchema(minLength)
/** Returns the rules for a new password of at least `minLength` characters. */
export const passwordRules = (minLength: number) => async () => (await loadAuth()).passwordFormSchema(minLength)
