import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/tables.ts'
import {
  type Category,
  type CategoryList,
  type FormerCategory,
  withFormer,
} from '../../../../shared/catalog/categories.ts'
import type { AdminCategory, CategoryForm } from '../../../../shared/categories/schema.ts'
import { deletionOf } from '../../../platform/data/expired-queries.ts'

interface Row extends Pick<Category, 'slug' | 'name'> {
  picture: string
  is_hidden: boolean
  moves_to: string | null
  former: Pick<FormerCategory, 'former' | 'kind'>[]
}

/** Returns the categories of the marketplace. */
export async function readCategories(db: Db | Tx): Promise<CategoryList> {
  const { rows } = await sql<Row>`
    select slug, name, picture, is_hidden, moves_to, (
      select coalesce(json_agg(json_build_object('former', former, 'kind', case when is_slug then 'slug' else 'name' end)), '[]')
      from former_categories where former_categories.slug = categories.slug
    ) as former
    from categories order by place, slug`.execute(db)
  const present = rows.filter(({ moves_to }) => moves_to === null)
  const moving = rows.flatMap(({ slug, moves_to }) =>
    moves_to === null ? [] : [{ former: slug, kind: 'moving' as const, slug: moves_to }],
  )
  return withFormer(
    present.map(({ slug, name, picture, is_hidden }) => ({
      slug,
      name,
      ...(picture && { picture }),
      ...(is_hidden && { is_hidden }),
    })),
    [...moving, ...rows.flatMap(({ slug, former }) => former.map((one) => ({ ...one, slug })))],
  )
}

/**
 * Returns the slugs of current names, and of former ones ignoring case, each once and in their order; undefined for an unknown
 * name. The categories stay until the transaction ends: a merge waits, to move what is written.
 */
export async function lockCategories(tx: Tx, names: readonly string[]): Promise<string[] | undefined> {
  if (!names.length) return []
  const { rows } = await sql<{ slug: string; name: string; former: string[] }>`
    with former as (
      select slug, former from former_categories
      where not is_slug and former = any(${names.map((name) => name.toLowerCase())}::text[])
    )
    select slug, name, array(select former from former where former.slug = categories.slug) as former
    from categories where moves_to is null and (name = any(${[...names]}::text[]) or slug in (select slug from former))
    for key share`.execute(tx)
  const present = new Map(rows.map(({ slug, name }) => [name, slug]))
  const former = new Map(rows.flatMap((row) => row.former.map((name) => [name, row.slug])))
  const slugs = names.map((name) => present.get(name) ?? former.get(name.toLowerCase()))
  return slugs.includes(undefined) ? undefined : ([...new Set(slugs)] as string[])
}

export type CategoryRow = Omit<AdminCategory, 'products'>

/** Returns the categories as admins see them, in order; those whose products move are left out. */
export async function listCategories(db: Db | Tx): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select slug, name, picture, is_hidden, revision,
      exists (select from categories moving where moving.moves_to = present.slug) as is_filling
    from categories present where moves_to is null order by place, slug`.execute(db)
  return rows
}

/** Locks the list of categories against other admins until the transaction ends, and returns it. Products can be written. */
export async function lockCategoryList(tx: Tx): Promise<CategoryRow[]> {
  // guard: category-list-lock
  await sql`lock table categories in share row exclusive mode`.execute(tx)
  return listCategories(tx)
}

/** Returns whether the database takes the name for that of another category: it folds some letters that JavaScript does not. */
export async function isNameTaken(tx: Tx, name: string, slug = ''): Promise<boolean> {
  const { rows } = await sql`
    select from categories where lower(name) = lower(${name}) and moves_to is null and slug <> ${slug}`.execute(tx)
  return rows.length > 0
}

/** Returns whether a slug is in use, even by a category whose products are being moved. */
export async function isSlugTaken(tx: Tx, slug: string): Promise<boolean> {
  return (await tx.selectFrom('categories').select('slug').where('slug', '=', slug).executeTakeFirst()) !== undefined
}

/** Adds a category after the others. */
export async function insertCategory(tx: Tx, { name, slug, is_hidden }: CategoryForm): Promise<void> {
  await sql`
    insert into categories (slug, name, is_hidden, place)
    select ${slug}, ${name}, ${is_hidden}, coalesce(max(place), 0) + 1 from categories`.execute(tx)
}

/** Changes a category. With another slug it waits for products that are being written with this one. */
export async function updateCategory(
  tx: Tx,
  slug: string,
  change: (CategoryForm & { revision: number }) | { picture: string },
): Promise<void> {
  await tx.updateTable('categories').set(change).where('slug', '=', slug).execute()
}

/** Puts the categories in the order of these slugs. */
export async function orderCategories(tx: Tx, slugs: readonly string[]): Promise<void> {
  await sql`
    update categories set place = wanted.place
    from unnest(${[...slugs]}::text[]) with ordinality as wanted (slug, place)
    where wanted.slug = categories.slug`.execute(tx)
}

type Former = { former: string; is_slug: boolean; slug: string; ended_at: Date }

/** Records that a category had a name or slug until now; it leads to no other category any more. */
export async function insertFormer(tx: Tx, { former, ...more }: Former): Promise<void> {
  const row = { former: more.is_slug ? former : former.toLowerCase(), ...more }
  await tx
    .insertInto('former_categories')
    .values(row)
    .onConflict((conflict) => conflict.columns(['former', 'is_slug']).doUpdateSet(more))
    .execute()
}

/** Forgets a former slug, and a former name of another category, which a category has now. */
export async function deleteFormer(tx: Tx, { name, slug }: { name: string; slug: string }): Promise<void> {
  await sql`
    delete from former_categories
    where (is_slug and former = ${slug}) or (not is_slug and former = ${name.toLowerCase()} and slug <> ${slug})
  `.execute(tx)
}

/** Deletes former names and slugs that ended before a time. */
export const deleteFormerCategories = deletionOf(sql`former_categories`, sql`former, is_slug`, sql`ended_at`)

/** Makes a category one whose products move to another, with all that was moving to it, and its former names and slugs. */
export async function startMoving(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update categories set moves_to = ${to} where slug = ${from} or moves_to = ${from}`.execute(tx)
  await sql`update former_categories set slug = ${to} where slug = ${from}`.execute(tx)
}

/** Leaves a former slug behind as a category whose products move to the current one. */
export async function insertMoving(
  tx: Tx,
  { slug, name }: Pick<CategoryForm, 'slug' | 'name'>,
  to: string,
): Promise<void> {
  await tx.insertInto('categories').values({ slug, name, place: 0, moves_to: to }).execute()
}

/** Numbers that one statement searches, as no index finds the products of a category. */
const SEARCHED = 50_000

/**
 * Moves the next products of a category, after a number, to the one they move to. Returns the number up to which they have
 * moved; undefined when there are no more, and when the category does not move.
 */
export async function moveProducts(tx: Tx, slug: string, after: number, limit: number): Promise<number | undefined> {
  const end = after + SEARCHED
  // The lock lets the target move on itself only when these products are there.
  const { rows: targets } = await sql<{ slug: string }>`
    select target.slug from categories moving join categories target on target.slug = moving.moves_to
    where moving.slug = ${slug} for key share of target`.execute(tx)
  const [target] = targets
  if (!target) return undefined
  // Locked by ascending number, as orders do.
  const { rows } = await sql<{ last: number | null }>`
    with moved as (
      update products set product_category = array(
        select category from unnest(array_replace(product_category, ${slug}, ${target.slug}))
          with ordinality as given (category, place)
        group by category order by min(place)
      )
      where product_number = any(array(
        select product_number from products
        where product_number > ${after} and product_number <= ${end} and ${slug} = any(product_category)
        order by product_number limit ${limit} for no key update
      ))
      returning product_number
    )
    select case
      when count(*) = ${limit} then max(product_number)
      when (select max(product_number) from products) > ${end} then ${end}::bigint
    end as last from moved`.execute(tx)
  return rows[0]?.last ?? undefined
}

/** Waits for products that are being written with a category that moves, and blocks others until the transaction ends. */
export async function lockMoving(tx: Tx, slug: string): Promise<void> {
  // guard: moving-category-lock
  await sql`select from categories where slug = ${slug} and moves_to is not null for update`.execute(tx)
}

/** Deletes a category whose products have all moved. */
export async function deleteMoved(tx: Tx, slug: string): Promise<void> {
  await sql`delete from categories where slug = ${slug} and moves_to is not null`.execute(tx)
}
