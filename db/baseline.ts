import type { AppliedMigration } from './migrate.ts'

/** The folder of `db/migrations` that creates the schema which these migrations of earlier versions created. */
const BASELINE = '0000-baseline'
const REPLACED: readonly AppliedMigration[] = [
  ['0001-accounts.sql', '25a3d4674745e8cf4a72e3e805e45259d07e5a108ef9c6782a57c6478b3fe94d'],
  ['0002-catalog.sql', '02f9574cc8e0d45c70d90ebc22fe22c605631e4733f85ed114dfa0debeade8a4'],
  ['0003-carts-and-orders.sql', '7bd2c98dd6a0f213a2aba7f4deaceadf3e31524b5c5281059049be7d1726241d'],
  ['0004-one-time-codes.sql', '1dd463c39eaabb8052190496efe1a82b01d93eb11f1dc6a16558ce741a6acff8'],
  ['0005-oauth.sql', 'fe324f01e2db380e6134e01610e5f39bc3ed5dab99b741f706cc6d676c548d8a'],
  ['0006-factors.sql', '0bf4920b206e1c4d83b2e72119965e17faa2386c0961ec1b0634d4de5db4fde3'],
  ['0007-storage.sql', '399843040d6089947d003f85e788c5b778400330de48edfbc6671c77bc32feaa'],
  ['0008-seller.sql', '5e9fc62143608443af354de575dd1f9f3e51551c69e4b6d78353025e8bbc64a7'],
  ['0009-admin.sql', 'f2be650ea63598e93abd3f622609aaa3588e110f69a978270866d1af97eb5e4b'],
  ['0010-catalog-changes.sql', '08aad1b17f543aa121781b16c7b8a95275aab3e19c49cc7591e64bff71e3832e'],
  ['0011-cart-merges.sql', '330a12ab2897b2565e2237eab24f523c06598337059aa0aa3bd0b3c61cc9c436'],
  ['0012-short-searches.sql', 'd77c2d600a7c5b550d89b08d5b53ac5337e457bf14b2bca6a2def96b36fd9091'],
  ['0013-large-stalls.sql', 'b6b0356d5cd4fe370f5419d8d89b9871d2b004f4f58fd1f616c13f1c9a636e01'],
  ['0014-changing-accounts.sql', '87e25c56e7c940fadfee6afddc4563d324c8f76be0e125e400f1c25d83df1a8c'],
].map(([name = '', checksum = '']) => ({ name, checksum }))

/** Earlier texts of migrations that were made quicker; later ones lead to the same schema. */
const REWRITTEN: Record<string, readonly string[]> = {
  '0040-fulfilment.sql': ['0f8bf235d83a84b5031ff9193c963ac0719627ce5c12de0c6f7a48e4a7f1579a'],
}

/**
 * Returns the migrations of a database, or of a backup, as this version has them: the replaced ones, if all are there, count
 * as the baseline, and an earlier text of one that was made quicker as its present text. Throws an Error when only some of
 * the replaced ones are there.
 */
export function asOfThisVersion(
  applied: readonly AppliedMigration[],
  migrations: readonly AppliedMigration[],
): readonly AppliedMigration[] {
  return withPresentTexts(withBaseline(applied, migrations), migrations)
}

function withPresentTexts(
  applied: readonly AppliedMigration[],
  migrations: readonly AppliedMigration[],
): readonly AppliedMigration[] {
  const isEarlier = ({ name, checksum }: AppliedMigration) => REWRITTEN[name]?.includes(checksum) === true
  if (!applied.some(isEarlier)) return applied
  return applied.map((row) => (isEarlier(row) ? (migrations.find(({ name }) => name === row.name) ?? row) : row))
}

function withBaseline(
  applied: readonly AppliedMigration[],
  migrations: readonly AppliedMigration[],
): readonly AppliedMigration[] {
  const isReplaced = REPLACED.every(({ name, checksum }, index) => {
    const found = applied[index]
    return found?.name === name && found.checksum === checksum
  })
  const baseline = migrations.find(({ name }) => name === BASELINE)
  if (isReplaced && baseline)
    return [{ name: BASELINE, checksum: baseline.checksum }, ...applied.slice(REPLACED.length)]
  const last = applied.at(-1)
  if (last && applied.every(({ name }, index) => name === REPLACED[index]?.name))
    throw new Error(
      `the database was left by a version that ended at the migration ${last.name}: start it once with the last ` +
        `version that has db/migrations/${REPLACED.at(-1)?.name}, then with this one`,
    )
  return applied
}
