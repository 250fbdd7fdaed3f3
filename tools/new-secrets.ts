import { randomBytes } from 'node:crypto'
import { newSigningKey } from '../server/platform/keys/signing-keys.ts'

// Prints new secrets for compose.yaml, as an .env file.

const secrets = {
  POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
  S3_ACCESS_KEY: randomBytes(10).toString('hex'),
  S3_SECRET_KEY: randomBytes(24).toString('hex'),
  API_KEY_SECRET: randomBytes(48).toString('base64url'),
  AUTH_SIGNING_KEY: JSON.stringify(await newSigningKey()),
}
for (const [name, value] of Object.entries(secrets)) console.log(`${name}='${value}'`)
