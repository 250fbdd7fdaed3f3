import { expect, test } from 'vitest'
import type { z } from 'zod'
import { accountFieldMessages } from './form-messages.ts'
import {
  codeFormSchema,
  emailSchema,
  passwordFormSchema,
  phoneSchema,
  signInFormSchema,
  signUpFormSchema,
} from './form-schema.ts'
import { accountMessages } from './messages.ts'

/** The first text for each field that is wrong. */
function problemsIn(schema: z.ZodType, values: unknown): Record<string, string> {
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

test('an email address is trimmed and lower-cased, a phone number loses blanks and its plus', () => {
  expect(emailSchema.parse('  Ada@Example.COM ')).toBe('ada@example.com')
  expect(phoneSchema.parse(' +49 170 1234567')).toBe('491701234567')
})

test.each(['ada', 'ada@', '@example.com', 'a b@example.com', `${'a'.repeat(250)}@example.com`])(
  'refuses the email address "%s"',
  (email) => {
    expect(problemsIn(signInFormSchema, { email, password: 'x' })).toEqual({
      email: accountFieldMessages.emailMalformed,
    })
  },
)

test('each empty field of signing up has its own text', () => {
  const empty = { display_name: ' ', email: '', password: '', confirmation: '', role: 'buyer' }
  expect(problemsIn(signUpFormSchema(8), empty)).toEqual({
    display_name: accountFieldMessages.displayNameNeeded,
    email: accountFieldMessages.emailNeeded,
    password: accountFieldMessages.passwordNeeded,
    confirmation: accountFieldMessages.confirmationNeeded,
  })
})

test('a new password has the least length, counted in characters, and is confirmed', () => {
  const change = (password: string, confirmation = password) =>
    problemsIn(passwordFormSchema(8), { password, confirmation })
  expect(change('🦊🦊🦊🦊🦊🦊🦊')).toEqual({ password: accountFieldMessages.passwordTooShort(8) })
  expect(change('🦊🦊🦊🦊🦊🦊🦊🦊')).toEqual({})
  expect(change('x'.repeat(129))).toEqual({ password: accountFieldMessages.passwordTooLong(128) })
  expect(change('long enough', 'something else')).toEqual({ confirmation: accountMessages.passwordsDoNotMatch })
})

test('only buyers and sellers sign up', () => {
  expect(problemsIn(signUpFormSchema(8), account)).toEqual({})
  expect(Object.keys(problemsIn(signUpFormSchema(8), { ...account, role: 'admin' }))).toEqual(['role'])
})

test.each(['', '12345', '12345678901', '12345a'])('refuses the code "%s"', (code) => {
  expect(problemsIn(codeFormSchema, { code })).toEqual({ code: accountFieldMessages.codeMalformed(6, 10) })
})
