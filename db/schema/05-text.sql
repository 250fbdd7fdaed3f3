-- Text functions for tables and indexes.

-- Searches by parts of names and addresses.
create extension if not exists pg_trgm;
-- Letters without their accents.
create extension if not exists unaccent;
-- The distance between a word and a mistyped one.
create extension if not exists fuzzystrmatch;

-- Lower case without accents and marks, the same in every locale of the database. The body is bound at creation, because
-- indexes call it with an empty search path.
create function fold_text(given text) returns text language sql immutable strict parallel safe
return case
  when octet_length(given) = char_length(given) then lower(given collate "C")
  else translate(normalize(lower(regexp_replace(
    unaccent('unaccent'::regdictionary, normalize(given, nfkd)),
    '[\u0300-\u036F\u0483-\u0487\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]', '', 'g'
  ) collate "und-x-icu"), nfc), 'ς', 'σ') collate "C"
end;

-- The words of a text, folded and with spaces between them. Words that a hyphen joins are apart; Chinese, Japanese and Korean
-- text is pairs of characters.
create function words_text(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := translate(fold_text(given), '''’‘´', '');
begin
  if octet_length(folded) = char_length(folded) then
    return btrim(regexp_replace(folded collate "C", '[^a-z0-9]+', ' ', 'g'));
  end if;
  folded := regexp_replace(folded collate "C",
    '[\u0001-\u002F\u003A-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u2000-\u206F'
      || '\u20A0-\u20CF\u2100-\u2BFF\u3000-\u3004\u3008-\u3020\u3030\u303D\uFE00-\uFE6F\U0001F000-\U0001FAFF]+', ' ', 'g');
  return (
    select coalesce(string_agg(
      case when part[1] ~ '^[\u3005-\u3007\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7A3]' then (
        select string_agg(substr(part[1], first, 2), ' ' order by first)
        from generate_series(1, greatest(char_length(part[1]) - 1, 1)) first
      ) else part[1] end, ' ' order by place), '')
    from regexp_matches(folded, '[\u3005-\u3007\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7A3]+'
      || '|[^ \u3005-\u3007\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7A3]+', 'g') with ordinality parts (part, place)
  );
end $$;

-- The same as a document for searches. Hyphenated words are found in parts and as a whole.
create function words_document(given text) returns tsvector language plpgsql immutable strict parallel safe as $$
begin
  if given ~ '[-‐‑]' then
    return to_tsvector('simple', words_text(given) || ' ' || words_text(translate(given, '-‐‑', '')));
  end if;
  return to_tsvector('simple', words_text(given));
end $$;

-- All one- and two-letter substrings of a name: an index of them finds terms that are too short for trigrams.
create function short_pieces(name text) returns text[]
  language sql immutable strict parallel safe cost 1000
  return string_to_array(name, null) || array(select substr(name, at, 2) from generate_series(1, length(name) - 1) at);

-- The prefix (PRD or ORD) and at least five digits.
-- Returns null for null. Not declared strict, so that it is inlined.
create function numbered_id(prefix text, number bigint) returns text
  language sql immutable parallel safe
  return prefix || lpad(number::text, greatest(5, length(number::text)), '0');
