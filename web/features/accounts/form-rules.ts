const load = () => import('../../../shared/accounts/form-schema.ts')

// The rules of the forms of accounts; they come when a form is first used.

export const signInRules = async () => (await load()).signInFormSchema
export const emailRules = async () => (await load()).emailFormSchema
export const codeRules = async () => (await load()).codeFormSchema
export const displayNameRules = async () => (await load()).displayNameFormSchema
export const authenticatorRules = async () => (await load()).authenticatorFormSchema
export const phoneRules = async () => (await load()).phoneFormSchema

/** Returns the rules for signing up where passwords have at least `minLength` characters. */
export const signUpRules = (minLength: number) => async () => (await load()).signUpFormSchema(minLength)
/** Returns the rules for a new password of at least `minLength` characters. */
export const passwordRules = (minLength: number) => async () => (await load()).passwordFormSchema(minLength)
