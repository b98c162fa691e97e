ALTER TABLE "follows" DROP CONSTRAINT "follows_target";--> statement-breakpoint
ALTER TABLE "collections" ADD COLUMN "followers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "follows" ADD COLUMN "collection_id" integer;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collections_updated" ON "collections" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE visibility = 'public' and removed_at is null;--> statement-breakpoint
CREATE INDEX "collections_followed" ON "collections" USING btree ("followers" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE visibility = 'public' and removed_at is null;--> statement-breakpoint
CREATE INDEX "collections_search" ON "collections" USING gin (to_tsvector('simple', title || ' ' || "text")) WHERE visibility = 'public' and removed_at is null;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_collection" UNIQUE("collection_id","user_id");--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_target" CHECK (num_nonnulls(script_id, author_id, collection_id) = 1);--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_followers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO follow_counts AS c (kind, target_id, followers)
    SELECT CASE WHEN script_id IS NULL THEN 'author' ELSE 'script' END, coalesce(script_id, author_id), count(*)
    FROM changed WHERE collection_id IS NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (kind, target_id) DO UPDATE SET followers = c.followers + excluded.followers;
    UPDATE collections c SET followers = c.followers + d.followers
    FROM (SELECT collection_id, count(*)::int AS followers FROM changed WHERE collection_id IS NOT NULL GROUP BY 1 ORDER BY 1) d
    WHERE c.id = d.collection_id;
  ELSE
    UPDATE follow_counts c SET followers = c.followers - d.followers
    FROM (
      SELECT CASE WHEN script_id IS NULL THEN 'author' ELSE 'script' END AS kind, coalesce(script_id, author_id) AS target_id, count(*)::int AS followers
      FROM changed WHERE collection_id IS NULL GROUP BY 1, 2 ORDER BY 1, 2
    ) d WHERE c.kind = d.kind AND c.target_id = d.target_id;
    UPDATE collections c SET followers = c.followers - d.followers
    FROM (SELECT collection_id, count(*)::int AS followers FROM changed WHERE collection_id IS NOT NULL GROUP BY 1 ORDER BY 1) d
    WHERE c.id = d.collection_id;
  END IF;
  RETURN NULL;
END $$;
