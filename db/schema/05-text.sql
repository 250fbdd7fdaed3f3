-- What tables and indexes need of texts.

-- Searches by parts of names and addresses.
create extension if not exists pg_trgm;

-- Lower case without accents, the same in every locale of the database.
create function fold_text(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := lower(given collate "C");
begin
  if octet_length(folded) = char_length(folded) then
    return folded;
  end if;
  folded := regexp_replace(normalize(folded, nfkd) collate "C",
    '[\u0300-\u036F\u0483-\u0487\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]', '', 'g');
  folded := translate(normalize(folded, nfc),
    'ØøĐđŁłıðÐςĦŊŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤ'
    || 'ΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞ'
    || 'ҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓ'
    || 'ՔՕՖ',
    'ooddlliddσħŋŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστ'
    || 'υφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟ'
    || 'ҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփ'
    || 'քօֆ');
  folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  folded := replace(replace(replace(folded, 'Æ', 'ae'), 'Œ', 'oe'), 'Þ', 'th');
  return lower(folded collate "C");
end $$;

-- All one- and two-letter pieces of a name. Trigrams need three letters in a row; an index of pieces finds shorter terms.
create function short_pieces(name text) returns text[]
  language sql immutable strict parallel safe cost 1000
  return array(
    select distinct unnest(string_to_array(name, null))
    union all
    select distinct substr(name, at, 2) from generate_series(1, length(name) - 1) at
  );

-- The prefix (PRD or ORD) and at least five digits.
-- Null for null, though not strict: so it is written into the statements that use it.
create function numbered_id(prefix text, number bigint) returns text
  language sql immutable parallel safe
  return prefix || lpad(number::text, greatest(5, length(number::text)), '0');
