import { sql } from 'kysely'
import { MAX_BANNERS } from '../../../shared/banners/constants.ts'
import { keysOf } from '../../platform/jobs/queries.ts'
import type { Rule } from './queries.ts'

/** Sellers with a pending task that reindexes their products. */
const renaming = keysOf('index_seller')

export const sellerPageRules: Rule[] = [
  {
    name: 'sellers have pages with the names and pictures of their accounts',
    query: sql`
      select 'the seller ' || id || ' has no page' as what
      from users left join seller_pages on seller_id = id where role = 'seller' and seller_id is null
      union all
      select 'the page of ' || seller_id || ' has the name ' || name || ' and the picture ' || picture
      from seller_pages join users on id = seller_id
      where (name, picture) <> (seller_name(user_metadata), seller_picture(user_metadata))`,
  },
  {
    name: 'sellers have approvals, and while approval is off all may sell',
    query: sql`
      select 'the seller ' || id || case when may_sell is null then ' has no approval' else ' may not sell' end as what
      from users left join seller_approvals on seller_id = id, settings
      where role = 'seller' and (may_sell is null or not (may_sell or seller_approval))`,
  },
  {
    name: 'documents are of sellers',
    query: sql`
      select 'the document ' || storage_objects.name || ' is of no seller' as what
      from storage_objects left join seller_pages on seller_id::text = storage_objects.name
      where bucket_id = 'documents' and seller_id is null`,
  },
  {
    name: 'the handle of a page is one of its seller',
    query: sql`
      select 'the page of ' || seller_id || ' has the handle ' || handle as what
      from seller_pages page
      where not exists (
        select from seller_handles own where own.handle = page.handle and own.seller_id = page.seller_id
      )`,
  },
]

export const sitePageRules: Rule[] = [
  {
    name: 'the versions of a page count up, and the shown and recorded ones are published',
    query: sql`
      with published as (select slug, version from site_page_versions where published_at is not null)
      select 'the page ' || slug || ' has ' || count(*) || ' versions up to ' || max(version) as what
      from site_page_versions group by slug having count(*) <> max(version)
      union all
      select 'version ' || version || ' of ' || slug || ' was published before the one before it'
      from (
        select slug, version, published_at, lag(coalesce(published_at, 'infinity')) over history as before
        from site_page_versions window history as (partition by slug order by version)
      ) versions where coalesce(published_at, 'infinity') < before
      union all
      select 'the page ' || slug || ' shows version ' || shown_version || ', which is not published'
      from site_pages where shown_version is not null and (slug, shown_version) not in (select * from published)
      union all
      select order_id || ' records version ' || version || ' of ' || slug || ', which is not published'
      from orders, lateral (values ('terms', terms_version), ('privacy', privacy_version)) recorded (slug, version)
      where (terms_version is not null or privacy_version is not null) and version is not null
        and (slug, version) not in (select * from published)`,
  },
]

export const bannerRules: Rule[] = [
  {
    name: 'there are 1 to 8 banners, and their pictures are stored',
    query: sql`
      select 'there are ' || count(*) || ' banners' as what from banners having count(*) not between 1 and ${MAX_BANNERS}
      union all
      select 'there is no picture at ' || picture
      from banners left join storage_objects on bucket_id = 'market' and name = 'banner/' || banner_number
      where picture <> '' and name is null
      union all
      select 'the picture ' || name || ' is of no banner'
      from storage_objects left join banners on name = 'banner/' || banner_number and picture <> ''
      where bucket_id = 'market' and name like 'banner/%' and banner_number is null`,
  },
]

/** Categories with a pending task that moves their products. */
const moving = keysOf('move_category')

export const catalogRules: Rule[] = [
  {
    name: 'products and lists have current categories, or ones that are being moved to one',
    query: sql`
      with present as (select slug from categories where moves_to is null or slug in (${moving}))
      select product_id || ' is in ' || category || ', which is none' as what
      from products, unnest(product_category) category where category not in (select slug from present)
      union all
      select numbered_id('PRD', product_number) || ' is found in ' || category || ', which is none'
      from product_search, unnest(categories) category where category not in (select slug from present)
      union all
      select 'the category ' || slug || ' moves to ' || moves_to || ', but no task moves it'
      from categories where moves_to is not null and slug not in (${moving})
      union all
      select 'the category ' || slug || ' moves to ' || moves_to || ', which moves itself'
      from categories where moves_to in (select slug from categories where moves_to is not null)
      union all
      select 'there is no picture at ' || picture
      from categories left join storage_objects
        on bucket_id = 'market' and strpos(picture, '/market/' || storage_objects.name || '?') > 0
      where picture <> '' and bucket_id is null`,
  },
  {
    name: 'former prices are a chain that ends in the price',
    query: sql`
      with steps as (
        select *, lag(price_after) over history as came_from, lead(change_number) over history is null as latest
        from price_changes window history as (partition by product_number order by change_number)
      )
      select 'change ' || change_number || ' of ' || coalesce(product_id, 'nothing') || ' goes from ' || price_before
        || ' to ' || price_after || '; the price is ' || coalesce(product_price::text, 'not there') as what
      from steps left join products using (product_number)
      where product_id is null or price_before = price_after or price_before <> came_from
        or (latest and price_after <> product_price)`,
  },
  {
    name: 'product_search has the products of the shop',
    query: sql`
      select numbered_id('PRD', product_number) || ' is not found as it is' as what
      from (select * from searchable_products except select * from product_search) missing
      where seller_id::text not in (${renaming})
      union
      select numbered_id('PRD', product_number) || ' is found as it is not'
      from (select * from product_search except select * from searchable_products) surplus
      where seller_id::text not in (${renaming})`,
  },
]

export const reviewRules: Rule[] = [
  {
    name: 'product_ratings and seller_ratings are the reviews that are shown',
    query: sql`
      select 'product ' || product_number || ' has the ratings ' || coalesce(said::text, 'none') || ', counted '
        || coalesce(counted::text, 'none') as what
      from (
        select product_number, array[stars_1, stars_2, stars_3, stars_4, stars_5]::bigint[] as said from product_ratings
        where ratings > 0
      ) stored full join (
        select product_number, array[
          count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
          count(*) filter (where rating = 4), count(*) filter (where rating = 5)
        ] as counted
        from reviews where is_shown group by product_number
      ) shown using (product_number)
      where said is distinct from counted
      union all
      select 'the seller ' || seller_id || ' has the ratings ' || coalesce(said::text, 'none') || ', counted '
        || coalesce(counted::text, 'none')
      from (
        select seller_id, array[ratings, rating_sum]::bigint[] as said from seller_ratings where ratings > 0
      ) stored full join (
        select seller_id, array[count(*), sum(rating)] as counted from reviews where is_shown group by seller_id
      ) shown using (seller_id)
      where said is distinct from counted`,
  },
  {
    name: 'reviews are of products of their sellers, and not shown while their buyers are suspended',
    query: sql`
      select review_id || ' is of a product of ' || products.seller_id || ', not of ' || reviews.seller_id as what
      from reviews join products using (product_number) where products.seller_id <> reviews.seller_id
      union all
      select review_id || case when by_suspended then ' is not shown although its buyer is not suspended'
        else ' is shown although its buyer is suspended' end
      from reviews join users on users.id = buyer_id where by_suspended <> (banned_until is not null and banned_until > now())`,
  },
]
