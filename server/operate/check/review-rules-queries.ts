import { sql } from 'kysely'
import type { Rule } from './rule.ts'

export const reviewRules: Rule[] = [
  {
    name: 'product_ratings and seller_ratings are the reviews that are shown',
    query: sql`
      select 'product ' || product_number || ' has the ratings ' || coalesce(said::text, 'none') || ', counted '
        || coalesce(counted::text, 'none') as what
      from (
        select product_number, array[stars_1, stars_2, stars_3, stars_4, stars_5]::bigint[] as said from product_ratings
        where ratings > 0
      ) kept full join (
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
      ) kept full join (
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
