import { CHALLENGE, on, pkceIncomplete } from './refusal.ts'
import { ANY_ID, conflictingIdentity, lastIdentity, withTwoIdentities } from './scenes.ts'

export const providerRefusals = [
  ...on('GET /authorize', [
    ['validation_failed', 400, 'Unsupported provider: provider is not enabled', { path: '/authorize?provider=nobody' }],
    [
      'validation_failed',
      400,
      pkceIncomplete,
      { on: 'open', path: `/authorize?provider=work&code_challenge=${CHALLENGE}` },
    ],
  ]),
  ...on('GET /user/identities/authorize', [
    ['manual_linking_disabled', 404, 'Manual linking is disabled', {}],
    [
      'validation_failed',
      400,
      'Unsupported provider: provider is not enabled',
      { on: 'open', path: '/user/identities/authorize?provider=nobody' },
    ],
  ]),
  ...on('DELETE /user/identities/:identity_id', [
    [
      'email_conflict_identity_not_deletable',
      422,
      'Unable to unlink identity due to email conflict with another user',
      { on: 'open', prepare: conflictingIdentity },
    ],
    ['manual_linking_disabled', 404, 'Manual linking is disabled', { path: `/user/identities/${ANY_ID}` }],
    ['validation_failed', 404, 'identity_id must be an UUID', { on: 'open', path: '/user/identities/x' }],
    [
      'identity_not_found',
      422,
      "Identity doesn't exist",
      { on: 'open', path: `/user/identities/${ANY_ID}`, prepare: withTwoIdentities },
    ],
    [
      'single_identity_not_deletable',
      422,
      'User must have at least 1 identity after unlinking',
      { on: 'open', prepare: lastIdentity },
    ],
  ]),
  ...on('POST /sso', [
    // Whatever the body.
    ['saml_provider_disabled', 404, 'SAML 2.0 is disabled', { body: { domain: 7 } }],
    [
      'validation_failed',
      400,
      'Only one of provider_id or domain supported',
      { on: 'open', body: { provider_id: ANY_ID, domain: 'a.example' } },
    ],
    ['validation_failed', 400, 'A provider_id or domain needs to be provided', { on: 'open', body: {} }],
    ['sso_provider_not_found', 404, 'No such SSO provider', { on: 'open', body: { provider_id: ANY_ID } }],
    [
      'sso_provider_not_found',
      404,
      'No SSO provider assigned for this domain',
      { on: 'open', body: { domain: 'a.example' } },
    ],
  ]),
  ...on('POST /sso/saml/acs', [['saml_provider_disabled', 404, 'SAML 2.0 is disabled', { body: {} }]]),
  ...on('GET /sso/saml/metadata', [['saml_provider_disabled', 404, 'SAML 2.0 is disabled', {}]]),
]
