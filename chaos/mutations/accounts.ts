import type { Mutation } from './markers.ts'

const stepCheckedFirst = {
  'account-lock': '',
  'unused-step': `
    .where('id', 'in', (seen) => seen.selectFrom('factors as seen').select('seen.id')
      .where('seen.id', '=', used.factor_id)
      .where((factor) => factor.or([factor('seen.used_step', 'is', null), factor('seen.used_step', '<', used.step)])))`,
}

/** Mutations of accounts, sessions, codes and limits. */
export const accountMutations: readonly Mutation[] = [
  {
    name: 'address-checked-first',
    does: 'sign-up checks whether the address is free, then takes it',
    replacements: {
      'free-address': (guarded) => `
        const taken = email && (await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())
        if (taken) return undefined
        ${guarded}`,
      'unique-address': '',
    },
  },
  {
    name: 'approval-unlocked',
    does: 'two admins decide about a seller without a lock',
    replacements: { 'approval-lock': '' },
  },
  {
    name: 'facts-unchecked',
    does: "a seller's declarations overwrite later ones",
    replacements: { 'facts-revision': '' },
  },
  {
    name: 'account-unlocked',
    does: 'an account is changed without a lock',
    replacements: { 'account-lock': '' },
  },
  {
    name: 'session-unlocked',
    does: 'the session is not locked while its token is replaced',
    replacements: { 'session-lock': '' },
  },
  {
    name: 'code-checked-first',
    does: 'whether a code is unused is checked, then it is used',
    replacements: {
      'unused-code': `
        .where('user_id', 'in', (seen) => seen.selectFrom('one_time_codes as seen').select('seen.user_id')
          .where('seen.user_id', '=', code.user_id).where('seen.purpose', '=', code.purpose)
          .where('seen.used_at', 'is', null))`,
    },
  },
  {
    name: 'attempts-written-back',
    does: 'how often a code was tried is read, then raised',
    replacements: {
      'attempts-counted-in-place': `attempts: sql\`(
        select seen.attempts + 1 from one_time_codes seen
        where seen.user_id = \${code.user_id} and seen.purpose = \${code.purpose}
      )\`,`,
    },
  },
  {
    name: 'link-checked-first',
    does: 'whether a link is unused is checked, then it is used',
    replacements: {
      'unused-link': `
        .where('link_hash', 'in', (seen) => seen.selectFrom('one_time_codes as seen').select('seen.link_hash')
          .where('seen.link_hash', '=', hashToken(link.linkToken)).where('seen.used_at', 'is', null))`,
    },
  },
  {
    name: 'flow-read-then-removed',
    does: 'the code of a flow is read, then removed',
    replacements: {
      'flow-taken-at-once': `
        return tx.selectFrom('flow_states').select(['id as flow_id', 'user_id', 'authentication_method'])
          .where('auth_code_hash', '=', proof.auth_code_hash).where('expires_at', '>', proof.now)
          .where('code_challenge', 'in', [proof.s256, proof.plain])
          .executeTakeFirst()
          .then(async (flow) => {
            if (flow) await tx.deleteFrom('flow_states').where('id', '=', flow.flow_id).execute()
            return flow
          })`,
    },
  },
  {
    name: 'state-checked-first',
    does: 'the state of a provider’s response is checked, then used',
    replacements: {
      'unused-state': `
        .where('state_hash', 'in', (seen) => seen.selectFrom('oauth_flows as seen').select('seen.state_hash')
          .where('seen.state_hash', '=', stateHash).where('seen.used_at', 'is', null))`,
    },
  },
  {
    name: 'provider-identity-unlocked',
    does: 'sign-ins of one new user do not wait for each other',
    replacements: { 'provider-identity-lock': '' },
  },
  {
    name: 'step-checked-first',
    does: 'the time step of a factor is checked, then used',
    replacements: stepCheckedFirst,
  },
  {
    // Without this guard the code's time step would still catch the race: a challenge needs a code.
    name: 'challenge-checked-first',
    does: 'challenge and time step of a factor are checked, then used',
    replacements: {
      ...stepCheckedFirst,
      'challenge-counted-in-place': `
        return tx.selectFrom('factor_challenges').select(['attempts', 'used_at', 'expires_at'])
          .select(sql\`ip is not distinct from \${challenge.ip}::inet\`.as('is_same_ip'))
          .where('id', '=', challenge.id).where('factor_id', '=', challenge.factor_id)
          .executeTakeFirst()`,
      'unused-challenge': '',
    },
  },
  {
    name: 'uses-written-back',
    does: 'uses of a limit are read, then written',
    replacements: {
      'uses-counted-in-place': `
        const { rows: [present] } = await sql\`select used from rate_limits where key = \${key}\`.execute(db)
        const used = (present?.used ?? 0) + 1
        const { rows } = await sql\`
          insert into rate_limits as r (key, window_ends_at, used)
          values (\${key}, now() + make_interval(secs => \${seconds}), \${used})
          on conflict (key) do update set
            used = case when r.window_ends_at <= now() then 1 else \${used} end,
            window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
          returning used, ceil(extract(epoch from window_ends_at - now()))::integer as retry_after\`.execute(db)`,
    },
  },
  {
    name: 'suspending-accounts-unlocked',
    does: 'admins who suspend are not locked',
    replacements: { 'suspending-accounts-lock': '' },
  },
  {
    name: 'admins-unlocked',
    does: 'whether an admin is the last one is checked without a lock',
    replacements: { 'admins-lock': '' },
  },
  {
    name: 'setup-checked-first',
    does: 'whether the marketplace has had an admin is checked, then the first one is made',
    replacements: {
      'unused-setup': `
        .where('only_row', 'in', (seen) => seen.selectFrom('settings as seen').select('seen.only_row')
          .where('seen.setup_done_at', 'is', null))`,
    },
  },
  {
    name: 'key-file-overwritten',
    does: 'a file of keys is written over one that another process wrote meanwhile',
    replacements: { 'first-key-file': "await writeFile(path, await readFile(draft, 'utf8'))" },
  },
  {
    name: 'many-flights',
    does: 'a cache does not know what is being loaded',
    replacements: { 'one-flight': 'const loaded = this.#load(key, context)' },
  },
  {
    name: 'market-unlocked',
    does: 'the settings of the marketplace are not locked while an admin changes them',
    replacements: {
      'market-lock': "return tx.selectFrom('settings').select(COLUMNS).executeTakeFirstOrThrow()",
    },
  },
  {
    name: 'currency-unlocked',
    does: 'a currency changes while a product is being added in the former one',
    replacements: { 'any-row-lock': '' },
  },
]
