import { sql } from 'kysely'
import type { Rule } from './rule.ts'

/** SQL for whether a product's words are those of now: found again by the job under the seller's name. */
const KEPT = sql`product_number not in (
  select products.product_number from products join renamed_sellers using (seller_id))`

export const wordRules: Rule[] = [
  {
    name: 'words are those of shown products',
    query: sql`
      with wanted as (
        select product_number, word, place from words_to_find(array(select product_number from products)) found
        where ${KEPT}
      ), had as (
        select product_number, word, place from product_words left join words using (word_number)
        where ${KEPT}
      )
      select numbered_id('PRD', product_number) || ' is not found by ' || word as what
      from (select * from wanted except all select * from had) missing
      union all
      select numbered_id('PRD', product_number) || ' is found by ' || coalesce(word, 'a word that is not there')
      from (select * from had except all select * from wanted) surplus
      union all
      select word || ' has a count of ' || coalesce(said, 0) || ', there are ' || coalesce(there, 0)
      from (
        select word_number, words.products + coalesce(sum(word_changes.products), 0) as said
        from words left join word_changes using (word_number) group by 1
      ) counted
      full join (select word_number, count(*) as there from product_words group by 1) had using (word_number)
      left join words using (word_number)
      where coalesce(said, 0) <> coalesce(there, 0)`,
  },
  {
    name: 'pieces are those of words',
    query: sql`
      with wanted as (select piece, word_number from words, pieces_of(word) piece)
      select 'word ' || word_number || ' lacks the piece ' || piece as what
      from (select * from wanted except select piece, word_number from word_pieces) missing
      union all
      select 'word ' || word_number || ' has the piece ' || piece
      from (select piece, word_number from word_pieces except select * from wanted) surplus`,
  },
]
