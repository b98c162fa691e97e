ALTER TABLE "scripts" ADD COLUMN "attribute_bits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Building an index stops writes, so it is built here only where that is short. The job `create-indexes` builds those of
-- large tables concurrently.
DO $$
BEGIN
	IF pg_total_relation_size('script_downloads') < 16 * 1024 * 1024 THEN
		CREATE INDEX "script_downloads_counted" ON "script_downloads" USING btree ("counted_at","script_id");
	END IF;
	IF pg_total_relation_size('scripts') < 16 * 1024 * 1024 THEN
		CREATE INDEX "scripts_trend" ON "scripts" USING btree ("trend" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","category_id") WHERE publication = 'published';
		CREATE INDEX "scripts_updated" ON "scripts" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","category_id") WHERE publication = 'published';
		CREATE INDEX "scripts_attributes" ON "scripts" USING btree ("attribute_bits","updated_at" DESC NULLS FIRST,"category_id","status") WHERE publication = 'published';
	END IF;
END $$;
