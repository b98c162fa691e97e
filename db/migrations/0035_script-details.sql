ALTER TABLE "script_docs" ADD COLUMN "documentation" text;--> statement-breakpoint
ALTER TABLE "script_docs" ADD COLUMN "license" text;--> statement-breakpoint
ALTER TABLE "script_docs" ADD COLUMN "source_url" text;--> statement-breakpoint
ALTER TABLE "script_docs" ADD COLUMN "documentation_url" text;--> statement-breakpoint
ALTER TABLE "script_docs" ADD COLUMN "support_url" text;--> statement-breakpoint
-- Building an index stops writes, so it is built here only where that is short. The job `create-indexes` builds those of
-- large tables concurrently.
DO $$
BEGIN
	IF pg_total_relation_size('script_docs') < 16 * 1024 * 1024 THEN
		CREATE INDEX "script_docs_license" ON "script_docs" USING btree ("license","script_id") WHERE license is not null;
	END IF;
END $$;
