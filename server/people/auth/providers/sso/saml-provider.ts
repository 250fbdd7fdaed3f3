import type { Profile, SAML } from '@node-saml/node-saml'
import { z } from 'zod'
import { AUTH_BASE } from '../../protocol/deps.ts'
import {
  AssertionRefused,
  claimsToStore,
  type IdentityProvider,
  type ProviderIdentity,
  readClaimedEmail,
} from '../provider.ts'
import type { SamlSettings } from './sso-settings.ts'

const CLOCK_SKEW_MS = 30_000
/** From the provider's signature to the arrival of the assertion. */
const MAX_ASSERTION_AGE_MS = 300_000
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const TRANSIENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const NAME_ATTRIBUTES = [
  'displayName',
  'name',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
]

/** Loads the library at its first use: few marketplaces have a SAML provider. */
const samlLibrary = () => import('@node-saml/node-saml')

function serviceProvider(siteUrl: string) {
  const base = `${siteUrl}${AUTH_BASE}/sso/saml`
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs` }
}

/** Returns our metadata for identity providers, as XML. */
export async function serviceMetadata(siteUrl: string): Promise<string> {
  const { generateServiceProviderMetadata } = await samlLibrary()
  const { entityId, acsUrl } = serviceProvider(siteUrl)
  return generateServiceProviderMetadata({ issuer: entityId, callbackUrl: acsUrl, wantAssertionsSigned: true })
}

/** Creates a SAML 2.0 provider that accepts only responses to our own requests, in assertions that it signed. */
export function createSamlProvider(
  settings: SamlSettings,
  { name, siteUrl }: { name: string; siteUrl: string },
): IdentityProvider {
  const { entityId, acsUrl } = serviceProvider(siteUrl)

  async function samlFor(requestId: string): Promise<SAML> {
    const { SAML, ValidateInResponseTo } = await samlLibrary()
    return new SAML({
      entryPoint: settings.entry_point,
      idpIssuer: settings.idp_issuer,
      idpCert: settings.certificates,
      issuer: entityId,
      audience: entityId,
      callbackUrl: acsUrl,
      identifierFormat: settings.name_id_format,
      disableRequestedAuthnContext: true,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: CLOCK_SKEW_MS,
      maxAssertionAgeMs: MAX_ASSERTION_AGE_MS,
      generateUniqueId: () => requestId,
      validateInResponseTo: ValidateInResponseTo.always,
      cacheProvider: onlyRequest(requestId),
    })
  }

  return {
    name,
    method: 'sso/saml',
    authorizationUrl: async ({ state, nonce }) =>
      (await samlFor(requestIdOf(nonce))).getAuthorizeUrlAsync(state, undefined, {}),
    async identify(response, { nonce }) {
      const samlResponse = response.get('SAMLResponse') ?? ''
      const request_id = requestIdOf(nonce)
      refuseWeakXml(samlResponse)
      const profile = await validate(await samlFor(request_id), samlResponse)
      const { idp_issuer } = settings
      checkAssertion(profile, { idp_issuer, recipient: acsUrl, request_id, skewMs: CLOCK_SKEW_MS })
      return identityOf(name, profile, settings)
    },
  }
}

/** Returns the id of the request of a flow, derived from its state: a response matches its own flow only. */
function requestIdOf(nonce: string): string {
  return `_${nonce}`
}

function onlyRequest(requestId: string) {
  const openedAt = new Date().toISOString()
  return {
    saveAsync: async (_key: string, value: string) => ({ value, createdAt: Date.now() }),
    getAsync: async (key: string) => (key === requestId ? openedAt : null),
    removeAsync: async (key: string | null) => key,
  }
}

/** Refuses declarations that make parsers fetch or expand content, and signature algorithms that can be forged. */
function refuseWeakXml(samlResponse: string): void {
  const xml = Buffer.from(samlResponse, 'base64').toString('utf8')
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new AssertionRefused('it has declarations')
  if (/xmldsig#(rsa-sha1|hmac-sha1|dsa-sha1|sha1)|xmldsig-more#(rsa-md5|md5)/.test(xml))
    throw new AssertionRefused('its signature algorithm is weak')
}

async function validate(saml: SAML, samlResponse: string): Promise<Profile> {
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse })
    if (profile) return profile
  } catch (cause) {
    throw new AssertionRefused('signature, audience, time or request do not fit', { cause })
  }
  throw new AssertionRefused('it names no user')
}

function identityOf(provider: string, profile: Profile, settings: SamlSettings): ProviderIdentity {
  const { nameID, nameIDFormat } = profile
  if (!nameID || nameID.length > 255 || nameIDFormat === TRANSIENT_FORMAT)
    throw new AssertionRefused('it has no persistent id of the user')
  const email =
    firstText(profile, settings.email_attribute ? [settings.email_attribute] : EMAIL_ATTRIBUTES) ??
    (nameIDFormat === EMAIL_FORMAT ? nameID : undefined)
  const name = firstText(profile, settings.name_attribute ? [settings.name_attribute] : NAME_ATTRIBUTES)
  return {
    provider,
    provider_id: nameID,
    ...readClaimedEmail({ email }),
    claims: claimsToStore({ iss: profile.issuer, name }),
    method: 'sso/saml',
  }
}

function firstText(profile: Profile, attributes: string[]): string | undefined {
  // Only the signed attribute statement: the profile also has other members.
  const stated = Object(profile.attributes)
  for (const attribute of attributes) {
    const value = Object.hasOwn(stated, attribute) ? [stated[attribute]].flat()[0] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

const attributes = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ $: z.object(shape) })
const assertionSchema = z.object({
  Assertion: z.object({
    Issuer: z.tuple([z.object({ _: z.string() })]),
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z.array(
          attributes({ Method: z.string() }).extend({
            SubjectConfirmationData: z
              .tuple([
                attributes({
                  Recipient: z.string().optional(),
                  InResponseTo: z.string().optional(),
                  NotOnOrAfter: z.string().optional(),
                }),
              ])
              .optional(),
          }),
        ),
      }),
    ]),
    Conditions: z.tuple([z.unknown()]),
    AuthnStatement: z.array(z.unknown()).min(1),
  }),
})

/**
 * Checks what the library does not check in an assertion whose signature, audience and times it has verified: the issuer,
 * and that a bearer may use it here, now, and in response to our request. Throws AssertionRefused.
 */
function checkAssertion(
  profile: Profile,
  expected: { idp_issuer: string; recipient: string; request_id: string; skewMs: number },
): void {
  const parsed = assertionSchema.safeParse(profile.getAssertion?.())
  if (!parsed.success) throw new AssertionRefused('it is incomplete', { cause: parsed.error })
  const { Issuer, Subject } = parsed.data.Assertion
  if (Issuer[0]._ !== expected.idp_issuer) throw new AssertionRefused('it is of another issuer')
  const holds = Subject[0].SubjectConfirmation.some(({ $, SubjectConfirmationData: data }) => {
    const { Recipient, InResponseTo, NotOnOrAfter } = data?.[0].$ ?? {}
    return (
      $.Method === BEARER &&
      Recipient === expected.recipient &&
      InResponseTo === expected.request_id &&
      NotOnOrAfter !== undefined &&
      Date.parse(NotOnOrAfter) > Date.now() - expected.skewMs
    )
  })
  if (!holds) throw new AssertionRefused('it is not for this request')
}
