import { expect, test } from 'vitest'
import type { z } from 'zod'
import { accountFieldMessages } from '../accounts/form-messages.ts'
import { accountMessages } from '../accounts/messages.ts'
import { authFieldMessages } from './form-messages.ts'
import { codeFormSchema, passwordFormSchema, signInFormSchema, signUpFormSchema } from './form-schema.ts'

/** Returns the first message for each wrong field. */
function errorsOf(schema: z.ZodType, values: unknown): Record<string, string> {
  const issues = schema.safeParse(values).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message] as const).reverse())
}

const account = {
  display_name: 'Ada',
  email: 'ada@example.com',
  password: 'a long enough phrase',
  confirmation: 'a long enough phrase',
  role: 'buyer',
}

test('the sign-in form refuses a malformed email address', () => {
  expect(errorsOf(signInFormSchema, { email: 'ada@', password: 'x' })).toEqual({
    email: accountFieldMessages.emailMalformed,
  })
})

test('each empty field of sign-up has its own message', () => {
  const empty = { display_name: ' ', email: '', password: '', confirmation: '', role: 'buyer' }
  expect(errorsOf(signUpFormSchema(8), empty)).toEqual({
    display_name: accountFieldMessages.displayNameNeeded,
    email: accountFieldMessages.emailNeeded,
    password: authFieldMessages.passwordNeeded,
    confirmation: authFieldMessages.confirmationNeeded,
  })
})

test('a new password has the minimum length, counted in characters, and is confirmed', () => {
  const change = (password: string, confirmation = password) =>
    errorsOf(passwordFormSchema(8), { password, confirmation })
  expect(change('🦊🦊🦊🦊🦊🦊🦊')).toEqual({ password: authFieldMessages.passwordTooShort({ length: 8 }) })
  expect(change('🦊🦊🦊🦊🦊🦊🦊🦊')).toEqual({})
  expect(change('x'.repeat(129))).toEqual({ password: authFieldMessages.passwordTooLong({ length: 128 }) })
  expect(change('long enough', 'something else')).toEqual({ confirmation: accountMessages.passwordsDoNotMatch })
})

test('only buyers and sellers sign up', () => {
  expect(errorsOf(signUpFormSchema(8), account)).toEqual({})
  expect(Object.keys(errorsOf(signUpFormSchema(8), { ...account, role: 'admin' }))).toEqual(['role'])
})

test.each(['', '12345', '12345678901', '12345a'])('refuses the code "%s"', (code) => {
  expect(errorsOf(codeFormSchema, { code })).toEqual({ code: authFieldMessages.codeMalformed({ min: 6, max: 10 }) })
})
