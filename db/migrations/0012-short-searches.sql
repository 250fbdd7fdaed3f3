-- Accounts by what has no three Latin letters in a row, which trigrams do not find. Products have such an index.

create index users_pieces_idx on users using gin (short_pieces(account_words(email, user_metadata)));
