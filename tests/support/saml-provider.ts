import { createSign, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify'

// The library requires a schema validator; here it reads only our own requests.
setSchemaValidator({ validate: async () => 'not checked' })

/** The contents of an assertion; each test changes one part. */
export interface Statement {
  issuer: string
  request_id: string
  /** `InResponseTo` of the confirmation, if it should differ. */
  confirmed_request_id?: string
  recipient: string
  audience: string
  name_id: string
  name_id_format: string
  attributes: Record<string, string>
  not_before: Date
  not_on_or_after: Date
  issued_at: Date
}

export interface TestSamlProvider {
  issuer: string
  entryPoint: string
  certificate: string
  /** Parses the request in an address as the provider would, and returns its contents. */
  readRequest(address: string, metadata: string): Promise<{ statement: Statement; relayState: string }>
  /** Returns a response in base64 in which the assertion is signed, or only the message around it. */
  respond(statement: Statement, metadata: string, signed?: 'assertion' | 'message'): Promise<string>
}

const ISSUER = 'https://idp.example/metadata'
const ENTRY_POINT = 'https://idp.example/sso'
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** A SAML identity provider by samlify, which signs the assertion of each response. */
export function createSamlTestProvider(): TestSamlProvider {
  const { privateKey, certificate } = makeCertificate('idp.example')
  const provider = openProvider(privateKey, certificate)

  return {
    issuer: ISSUER,
    entryPoint: ENTRY_POINT,
    certificate,
    async readRequest(address, metadata) {
      const query = Object.fromEntries(new URL(address).searchParams)
      const { extract } = await provider.parseLoginRequest(market(metadata), 'redirect', { query })
      const request = extract.request as { id: string; assertionConsumerServiceUrl: string }
      const now = Date.now()
      return {
        relayState: query.RelayState ?? '',
        statement: {
          issuer: ISSUER,
          request_id: request.id,
          recipient: request.assertionConsumerServiceUrl,
          audience: String(extract.issuer),
          name_id: randomUUID(),
          name_id_format: PERSISTENT,
          attributes: {},
          issued_at: new Date(now),
          not_before: new Date(now - 60_000),
          not_on_or_after: new Date(now + 60_000),
        },
      }
    },
    async respond(statement, metadata, signed) {
      const { context } = await provider.createLoginResponse(
        market(metadata, signed),
        { extract: { request: { id: statement.request_id } } },
        'post',
        {},
        { customTagReplacement: () => ({ id: `_${randomUUID()}`, context: writeResponse(statement) }) },
      )
      return context
    },
  }
}

function openProvider(privateKey: string, certificate: string) {
  return IdentityProvider({
    entityID: ISSUER,
    privateKey,
    signingCert: certificate,
    isAssertionEncrypted: false,
    wantAuthnRequestsSigned: false,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    nameIDFormat: [PERSISTENT],
    singleSignOnService: [
      { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: ENTRY_POINT },
      { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', Location: ENTRY_POINT },
    ],
    singleLogoutService: [],
  })
}

/** Returns the marketplace as its metadata describes it, which decides which part of a response is signed. */
function market(metadata: string, signed: 'assertion' | 'message' = 'assertion') {
  if (signed === 'assertion') return ServiceProvider({ metadata })
  return ServiceProvider({
    metadata: metadata.replace('WantAssertionsSigned="true"', 'WantAssertionsSigned="false"'),
    wantMessageSigned: true,
  })
}

function writeResponse(said: Statement): string {
  const { issuer, request_id, recipient, audience } = said
  const [issuedAt, notBefore, notOnOrAfter] = [said.issued_at, said.not_before, said.not_on_or_after].map((date) =>
    date.toISOString(),
  )
  const attributes = Object.entries(said.attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  )
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${issuedAt}" Destination="${recipient}" InResponseTo="${request_id}">` +
    `<saml:Issuer>${issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `<saml:Assertion ID="_${randomUUID()}" Version="2.0" IssueInstant="${issuedAt}">` +
    `<saml:Issuer>${issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${said.name_id_format}">${said.name_id}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${notOnOrAfter}" Recipient="${recipient}" InResponseTo="${said.confirmed_request_id ?? request_id}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${notBefore}" NotOnOrAfter="${notOnOrAfter}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${issuedAt}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    (attributes.length ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : '') +
    `</saml:Assertion></samlp:Response>`
  )
}

/** Creates a key and a self-signed certificate: DER by hand, as Node can read certificates but not create them. */
function makeCertificate(name: string): { privateKey: string; certificate: string } {
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
