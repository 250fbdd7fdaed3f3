import type { Db, Tx } from '../../../db/tables.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { LIST_PAGE_SIZE } from '../../../shared/kernel/list-constants.ts'
import type {
  AdminSeller,
  AdminSellerPage,
  AdminSellersQuery,
  HiddenProduct,
  HiddenProductPage,
  OwnShop,
  SellerFacts,
} from '../../../shared/sellers/schema.ts'
import { findAccountIds } from '../../people/accounts/admin-queries.ts'
import { listSuspended, readContacts } from '../../people/accounts/lookup-queries.ts'
import { secondsBefore } from '../../platform/config/clock.ts'
import { listDocuments } from '../../programs/storage/document-queries.ts'
import { listHidden } from '../catalog/products/hidden-queries.ts'
import { listSellerNames } from '../catalog/products/seller-page-queries.ts'
import { countSellerProducts } from '../catalog/products/seller-queries.ts'
import { listMethods } from '../delivery/method-queries.ts'
import { shopError } from './errors.ts'
import { findSellerRow, listSellerRows, readApprovalSettings, type SellerRow } from './queries.ts'

type Document = SellerFacts['document']

/** Returns what a seller has declared, and whether the shop is approved. Throws AppError 404. */
export async function readOwnShop(db: Db | Tx, sellerId: string): Promise<OwnShop> {
  const row = await findSellerRow(db, sellerId)
  if (!row) throw shopError('seller_not_found')
  const { seller_approval, requirements } = await readApprovalSettings(db)
  const documents = await listDocuments(db, [sellerId])
  return {
    approval: seller_approval ? approvalOf(row) : null,
    facts: factsOf(row, documents.get(sellerId)),
    requirements: seller_approval ? requirements : [],
    product_count: await countSellerProducts(db, sellerId),
    ...(row.has_methods && { delivers: true }),
    revision: row.page_revision,
  }
}

function approvalOf({ approval_state, may_sell, asked_at, fix_by, message }: SellerRow) {
  return {
    approval_state,
    may_sell,
    asked_at: asked_at?.toISOString() ?? null,
    // Stored is the beginning of the next day.
    fix_by: fix_by && dayOf(secondsBefore(fix_by, 1)),
    message,
  }
}

function factsOf(row: SellerRow, document: Document = null): SellerFacts {
  const { is_trader, legal_name, legal_address, legal_phone, legal_email, register_name, legal_number } = row
  return {
    is_trader,
    legal_name,
    legal_address,
    legal_phone,
    legal_email,
    register_name,
    legal_number,
    certified_at: row.certified_at?.toISOString() ?? null,
    document,
  }
}

/** Returns a page, from 1, of the sellers: those who ask for approval first, oldest first. */
export async function listSellers(
  db: Db,
  { q, state, delivery, page = 1, page_size = LIST_PAGE_SIZE }: AdminSellersQuery,
): Promise<AdminSellerPage> {
  const range = { offset: (page - 1) * page_size, limit: page_size }
  // Too many accounts to identify one.
  const found = q ? { sellerIds: (await findAccountIds(db, q)) ?? [] } : {}
  const { total, sellers } = await listSellerRows(db, { ...found, state, withoutMethod: delivery === 'none' }, range)
  return { sellers: await asAdminSellers(db, sellers), total, page, page_size }
}

/** Returns a seller as admins see one. Throws AppError 404. */
export async function readSeller(db: Db | Tx, sellerId: string): Promise<AdminSeller> {
  const row = await findSellerRow(db, sellerId)
  const [seller] = row ? await asAdminSellers(db, [row]) : []
  if (!seller) throw shopError('seller_not_found')
  return row?.has_methods ? { ...seller, delivery_methods: await listMethods(db, sellerId) } : seller
}

async function asAdminSellers(db: Db | Tx, rows: SellerRow[]): Promise<AdminSeller[]> {
  const ids = rows.map(({ seller_id }) => seller_id)
  const contacts = await readContacts(db, ids)
  const suspended = await listSuspended(db, ids)
  const documents = await listDocuments(db, ids)
  return rows.map((row) => ({
    seller_id: row.seller_id,
    name: row.name,
    handle: row.handle,
    email: contacts.get(row.seller_id)?.email ?? null,
    is_suspended: suspended.has(row.seller_id),
    ...approvalOf(row),
    decided_at: row.decided_at?.toISOString() ?? null,
    facts: factsOf(row, documents.get(row.seller_id)),
    revision: row.revision,
  }))
}

/** Returns a page, from 1, of the products that admins have hidden, newest first: of one seller, or of all. */
export async function listHiddenProducts(
  db: Db,
  { page = 1 }: { page?: number | undefined },
  sellerId?: string,
): Promise<HiddenProductPage> {
  const page_size = LIST_PAGE_SIZE
  const { rows, total } = await listHidden(db, { sellerId, offset: (page - 1) * page_size, limit: page_size })
  const names = await listSellerNames(db, [...new Set(rows.map(({ seller_id }) => seller_id))])
  const products = rows.map(
    (row): HiddenProduct => ({
      ...row,
      seller_name: names.get(row.seller_id)?.name ?? '',
      hidden_at: row.hidden_at.toISOString(),
    }),
  )
  return { products, total, page, page_size }
}
