-- Search finds a name in spite of a slip by its trigrams. The extension is trusted: the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
