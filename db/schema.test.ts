import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSchema } from '../tests/support/describe-schema.ts'
import { createTestDatabase, type TestDatabase } from '../tests/support/test-database.ts'
import { connectDatabase } from './connect.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

// `npx vitest run db/schema.test.ts -u` updates it.
test('db/schema.txt describes the schema that the migrations create', async () => {
  const db = connectDatabase(database.connection)
  try {
    await expect(await describeSchema(db)).toMatchFileSnapshot('schema.txt')
  } finally {
    await db.destroy()
  }
})
