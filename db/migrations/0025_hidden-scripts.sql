DROP INDEX "script_removals_age";--> statement-breakpoint
ALTER TABLE "script_files" ALTER COLUMN "key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "script_removals" ADD COLUMN "files_removed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "script_removals_age" ON "script_removals" USING btree ("removed_at") WHERE restored_at is null and files_removed_at is null;--> statement-breakpoint
-- Building an index reads the whole table and stops writes, so it is built here only where that is short. The job
-- `create-indexes` builds those of large tables concurrently.
DO $$
BEGIN
	IF pg_total_relation_size('scripts') < 16 * 1024 * 1024 THEN
		CREATE INDEX "scripts_not_published" ON "scripts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE publication <> 'published';
		CREATE INDEX "scripts_with_findings" ON "scripts" USING btree ("id") WHERE attributes && '{report:high,report:failed}';
	END IF;
END $$;
