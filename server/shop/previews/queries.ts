import { sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import type { MarketForm, RegionForm } from '../../../shared/market/schema.ts'
import type { PreviewBanner, PreviewCategory, PreviewPages } from '../../../shared/previews/schema.ts'
import type { SitePage } from '../../../shared/site-pages/schema.ts'
import { deletionOf } from '../../platform/data/expired-queries.ts'
import { hashToken } from '../../platform/keys/secrets.ts'
import type { MarketPictureKind } from '../../programs/storage/rewrite-picture.ts'
import type { StagedBlob } from '../../programs/storage/storage.ts'

/** A picture without a row, whose file is removed within the hour. */
export interface DraftPicture {
  kind: MarketPictureKind
  /** The number of a banner, or the slug of a category. */
  of?: number | string
  /** Null to remove the picture. */
  file: StagedBlob | null
}

/** Settings that are not saved, or a page that is not published. */
export interface Draft {
  market?: MarketForm
  region?: RegionForm
  page?: SitePage
  banner?: PreviewBanner
  category?: PreviewCategory
  picture?: DraftPicture
  merge?: { slug: string; into: string }
  banner_order?: number[]
  category_order?: string[]
  pages?: PreviewPages
}

interface Preview {
  token: string
  draft: Draft
  admin_id: string
  expires_at: Date
}

export async function insertPreview(db: Db, { token, draft, ...preview }: Preview): Promise<void> {
  await db
    .insertInto('previews')
    .values({ ...preview, token_hash: hashToken(token), draft: JSON.stringify(draft) })
    .execute()
}

/** Returns the draft of a token while its preview lasts. */
export async function findDraft(db: Db, token: string, now: Date): Promise<Draft | undefined> {
  const found = await db
    .selectFrom('previews')
    .select('draft')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found?.draft as Draft | undefined
}

export const deleteOldPreviews = deletionOf(sql`previews`, sql`token_hash`, sql`expires_at`)
