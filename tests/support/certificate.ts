import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** Makes a key and a certificate that it signed for itself: DER by hand, as Node reads certificates but makes none. */
export function makeCertificate(name: string): { privateKey: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const sha256WithRsa = sequence(hex('06092a864886f70d01010b'), hex('0500'))
  const commonName = sequence(hex('0603550403'), tagged(0x0c, Buffer.from(name)))
  const issuer = sequence(tagged(0x31, commonName))
  const time = (date: Date) => tagged(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
  const body = sequence(
    tagged(0xa0, hex('020102')),
    tagged(0x02, Buffer.concat([hex('01'), randomBytes(8)])),
    sha256WithRsa,
    issuer,
    sequence(time(new Date(Date.now() - 3_600_000)), time(new Date(Date.now() + 86_400_000))),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const certificate = sequence(body, sha256WithRsa, tagged(0x03, Buffer.concat([hex('00'), signature])))
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

const hex = (digits: string) => Buffer.from(digits, 'hex')
const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts))

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
