import { expect, test } from 'vitest'
import { accountFieldMessages } from './form-messages.ts'
import { emailSchema, phoneSchema } from './form-schema.ts'

test('an email address is trimmed and lower-cased, a phone number loses spaces and the plus sign', () => {
  expect(emailSchema.parse('  Ada@Example.COM ')).toBe('ada@example.com')
  expect(phoneSchema.parse(' +49 170 1234567')).toBe('491701234567')
})

test.each(['ada', 'ada@', '@example.com', 'a b@example.com', `${'a'.repeat(250)}@example.com`])(
  'refuses the email address "%s"',
  (email) => {
    const messages = emailSchema.safeParse(email).error?.issues.map(({ message }) => message) ?? []
    expect(messages[0]).toBe(accountFieldMessages.emailMalformed)
  },
)
