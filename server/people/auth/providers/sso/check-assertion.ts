import type { Profile } from '@node-saml/node-saml'
import { z } from 'zod'
import { AssertionRefused } from '../provider.ts'

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
export function checkAssertion(
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
