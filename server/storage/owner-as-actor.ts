import type { Db } from '../../db/tables.ts'
import type { Actor } from './actor.ts'
import { accessDenied } from './errors.ts'
import { findPerson } from './queries.ts'

/** For whom an upload address was made, with the rights of today. Throws when that person is gone or banned. */
export async function ownerAsActor(db: Db, owner: string | null): Promise<Actor> {
  if (owner === null) return { kind: 'service' }
  const person = await findPerson(db, owner)
  if (!person) throw accessDenied('the owner of this address may not write any more')
  return { kind: 'person', ...person }
}
