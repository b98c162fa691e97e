ALTER TABLE "archive_analyses" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "archive_analyses" ADD COLUMN "requested_by" integer;--> statement-breakpoint
-- Building an index stops writes, so it is built here only where that is short. The job `create-indexes` builds those of
-- large tables concurrently.
DO $$
BEGIN
	IF pg_total_relation_size('archive_analyses') < 16 * 1024 * 1024 THEN
		CREATE INDEX "archive_analyses_turns" ON "archive_analyses" USING btree ("state","priority","turn","requested_at","id") WHERE state <> 'done';
	END IF;
END $$;
