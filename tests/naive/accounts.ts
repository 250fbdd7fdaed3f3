import type { Mutation } from './mutation.ts'

const codes = (title: string) => ({ file: 'server/auth/one-time-codes.test.ts', title })
const factors = (title: string) => ({ file: 'server/auth/mfa/factors.test.ts', title })

const uncountedWindow = `  const { rows: [present] } = await sql<{ used: number }>\`select used from rate_limits where key = \${key}\`.execute(db)
  const { rows } = await sql<{ used: number; retry_after: number }>\`
    insert into rate_limits as r (key, window_ends_at, used)
    values (\${key}, now() + make_interval(secs => \${seconds}), \${(present?.used ?? 0) + 1})
    on conflict (key) do update set
      used = case when r.window_ends_at <= now() then 1 else \${(present?.used ?? 0) + 1} end,
`

const ownerWithoutLock = { module: 'server/auth/mfa/queries.ts', from: '\n    .forNoKeyUpdate()', to: '' }
const stepLookedUp = {
  module: 'server/auth/mfa/queries.ts',
  from: "    .where((factor) => factor.or([factor('used_step', 'is', null), factor('used_step', '<', used.step)]))\n",
  to: `    .where('id', 'in', (seen) => seen.selectFrom('factors as seen').select('seen.id').where('seen.id', '=', used.factor_id)
      .where((factor) => factor.or([factor('seen.used_step', 'is', null), factor('seen.used_step', '<', used.step)])))
`,
}

/** Accounts, sessions, codes and limits. */
export const accountMutations: readonly Mutation[] = [
  {
    name: 'sign-up looks whether the address is free, then takes it',
    edits: [
      {
        module: 'server/auth/queries.ts',
        from: `  const inserted = await tx
    .insertInto('users')
`,
        to: `  const taken = email && (await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())
  if (taken) return undefined
  const inserted = await tx
    .insertInto('users')
`,
      },
      {
        module: 'server/auth/queries.ts',
        from: '    .onConflict((conflict) => conflict.doNothing())\n',
        to: '',
      },
    ],
    caughtBy: [
      {
        file: 'server/auth/sign-up.test.ts',
        title: 'of racing sign-ups for one address in any spelling one wins, the others hear that it is taken',
      },
    ],
  },
  {
    name: 'an account is changed without a lock',
    edits: [
      {
        module: 'server/auth/queries.ts',
        from: "'user_metadata'])\n    .where('id', '=', userId)\n    .forNoKeyUpdate()\n",
        to: "'user_metadata'])\n    .where('id', '=', userId)\n",
      },
    ],
    caughtBy: [{ file: 'server/auth/account.test.ts', title: 'changes at the same time are all kept' }],
  },
  {
    name: 'the session is not locked while its token is replaced',
    edits: [{ module: 'server/auth/queries.ts', from: "\n    .forUpdate('sessions')", to: '' }],
    caughtBy: [
      {
        file: 'server/auth/sessions.test.ts',
        title: '20 refreshes at once leave one live token, which all of them got',
      },
      {
        file: 'server/auth/several-servers.test.ts',
        title: 'refreshes at once on both servers leave one live token',
      },
    ],
  },
  {
    name: 'whether a code is unused is looked up, then it is used',
    edits: [
      {
        module: 'server/auth/code-queries.ts',
        from: `    .where('address', '=', code.address)
    .where('used_at', 'is', null)
`,
        to: `    .where('address', '=', code.address)
    .where('user_id', 'in', (seen) => seen.selectFrom('one_time_codes as seen').select('seen.user_id')
      .where('seen.user_id', '=', code.user_id).where('seen.purpose', '=', code.purpose).where('seen.used_at', 'is', null))
`,
      },
    ],
    caughtBy: [codes('of 20 tries at once, one redeems the code')],
  },
  {
    name: 'how often a code was tried is looked up, then counted',
    edits: [
      {
        module: 'server/auth/code-queries.ts',
        from: '      attempts: sql<number>`attempts + 1`,\n',
        to: `      attempts: sql<number>\`(
        select seen.attempts + 1 from one_time_codes seen
        where seen.user_id = \${code.user_id} and seen.purpose = \${code.purpose}
      )\`,
`,
      },
    ],
    caughtBy: [
      codes('wrong codes are counted, also when they come at once; then the right one is refused, the link is not'),
    ],
  },
  {
    name: 'whether a link is unused is looked up, then it is used',
    edits: [
      {
        module: 'server/auth/code-queries.ts',
        from: `    .where('purpose', 'in', link.purposes)
    .where('used_at', 'is', null)
`,
        to: `    .where('purpose', 'in', link.purposes)
    .where('link_hash', 'in', (seen) => seen.selectFrom('one_time_codes as seen').select('seen.link_hash')
      .where('seen.link_hash', '=', link.link_hash).where('seen.used_at', 'is', null))
`,
      },
    ],
    caughtBy: [codes('of 20 clicks at once, one redeems the link')],
  },
  {
    name: 'the code of a flow is read, then removed',
    edits: [
      {
        module: 'server/auth/code-queries.ts',
        from: "  return tx\n    .deleteFrom('flow_states')\n    .where('auth_code_hash', '=', proof.auth_code_hash)",
        to: "  return tx\n    .selectFrom('flow_states')\n    .where('auth_code_hash', '=', proof.auth_code_hash)",
      },
      {
        module: 'server/auth/code-queries.ts',
        from: "    .returning(['id', 'user_id', 'authentication_method'])\n    .executeTakeFirst()",
        to: `    .select(['id', 'user_id', 'authentication_method'])
    .executeTakeFirst()
    .then(async (flow) => {
      if (flow) await tx.deleteFrom('flow_states').where('id', '=', flow.id).execute()
      return flow
    })`,
      },
    ],
    caughtBy: [codes('a code is exchanged once, of 20 at the same moment: ')],
  },
  {
    name: 'the state of a provider’s answer is looked up, then used',
    edits: [
      {
        module: 'server/auth/oauth/queries.ts',
        from: `    .where('state_hash', '=', stateHash)
    .where('used_at', 'is', null)
`,
        to: `    .where('state_hash', 'in', (seen) => seen.selectFrom('oauth_flows as seen').select('seen.state_hash')
      .where('seen.state_hash', '=', stateHash).where('seen.used_at', 'is', null))
`,
      },
    ],
    caughtBy: [
      { file: 'server/auth/oauth/oauth.test.ts', title: 'is used once: of 20 answers at the same moment one signs in' },
    ],
  },
  {
    name: 'sign-ins of one new person do not wait for each other',
    edits: [
      {
        module: 'server/auth/oauth/queries.ts',
        from: '  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${providerId}`}, 0))`.execute(tx)\n',
        to: '',
      },
    ],
    caughtBy: [
      {
        file: 'server/auth/oauth/oauth.test.ts',
        title: '20 sign-ins of one new person at the same moment all succeed, with one account',
      },
    ],
  },
  {
    name: 'an account is not locked while an identity is removed',
    edits: [
      {
        module: 'server/auth/oauth/queries.ts',
        from: "select('email').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()",
        to: "select('email').where('id', '=', userId).executeTakeFirst()",
      },
    ],
    caughtBy: [
      { file: 'tests/contract/providers.test.ts', title: 'of 20 removals at the same moment one identity stays' },
    ],
  },
  {
    name: 'the time step of a factor is looked up, then used',
    edits: [ownerWithoutLock, stepLookedUp],
    caughtBy: [factors('of 20 verifications of one code at once, one succeeds')],
  },
  {
    // The step of the code alone would hold, too: a challenge is taken with a code.
    name: 'challenge and time step of a factor are looked up, then used',
    edits: [
      ownerWithoutLock,
      stepLookedUp,
      {
        module: 'server/auth/mfa/queries.ts',
        from: `      .updateTable('factor_challenges')
      .set({ attempts: sql<number>\`least(attempts + 1, 1000)\` })
`,
        to: `      .selectFrom('factor_challenges')
`,
      },
      {
        module: 'server/auth/mfa/queries.ts',
        from: ".returning(['attempts', 'used_at', 'expires_at'])",
        to: ".select(['attempts', 'used_at', 'expires_at'])",
      },
      {
        module: 'server/auth/mfa/queries.ts',
        from: '.returning(sql<boolean>`ip is not distinct',
        to: '.select(sql<boolean>`ip is not distinct',
      },
      {
        module: 'server/auth/mfa/queries.ts',
        from: "    .where('id', '=', challenge.id)\n    .where('used_at', 'is', null)\n",
        to: "    .where('id', '=', challenge.id)\n",
      },
    ],
    caughtBy: [factors('of 20 uses of one challenge at once, one succeeds')],
  },
  {
    name: 'uses of a limit are read, then written',
    edits: [
      {
        module: 'server/platform/queries.ts',
        from: `  const { rows } = await sql<{ used: number; retry_after: number }>\`
    insert into rate_limits as r (key, window_ends_at, used)
    values (\${key}, now() + make_interval(secs => \${seconds}), 1)
    on conflict (key) do update set
      used = case when r.window_ends_at <= now() then 1 else r.used + 1 end,
`,
        to: uncountedWindow,
      },
    ],
    caughtBy: [
      { file: 'server/auth/limits.test.ts', title: 'many guesses at once do not slip through' },
      { file: 'tests/contract/switches.test.ts', title: 'the gap holds for requests at the same moment' },
    ],
  },
  {
    name: 'two workers may read the same mails',
    edits: [
      {
        module: 'server/mail/queries.ts',
        from: '        .limit(claim.limit)\n        .forUpdate()\n        .skipLocked(),',
        to: '        .limit(claim.limit),',
      },
    ],
    caughtBy: [{ file: 'server/mail/messages.test.ts', title: 'ten workers send each of 60 mails once' }],
  },
  {
    name: 'admins who suspend are not locked',
    edits: [{ module: 'server/auth/users/queries.ts', from: '\n    .forNoKeyUpdate()', to: '' }],
    caughtBy: [
      {
        file: 'server/auth/users/admin-users.test.ts',
        title: 'of two admins who suspend each other at the same moment, one stays',
      },
    ],
  },
  {
    name: 'whether an admin is the last one is looked up without a lock',
    edits: [{ module: 'server/auth/operator/queries.ts', from: '\n    .forNoKeyUpdate()', to: '' }],
    caughtBy: [
      {
        file: 'server/auth/operator/last-admin.test.ts',
        title: 'of the last two admins, demoted and suspended at the same moment, one stays',
      },
    ],
  },
  {
    name: 'a file of keys is written over one that came meanwhile',
    edits: [
      {
        module: 'server/platform/secrets-file.ts',
        from: '    await link(draft, path)\n',
        to: "    await writeFile(path, await readFile(draft, 'utf8'))\n",
      },
    ],
    caughtBy: [
      { file: 'server/platform/secrets.test.ts', title: 'starts at the same moment agree on one set of keys' },
    ],
  },
  {
    name: 'a cache does not know what is being loaded',
    edits: [
      {
        module: 'server/platform/cache.ts',
        from: 'return flight ? countWaiting(flight) : fly(key, load)',
        to: 'return fly(key, load)',
      },
    ],
    caughtBy: [
      {
        file: 'server/platform/cache.test.ts',
        title: 'one flight per key: callers that come meanwhile wait for the same load',
      },
    ],
  },
]
