CREATE TABLE "archive_files" (
	"hash" "bytea" NOT NULL,
	"analysis_id" integer NOT NULL,
	CONSTRAINT "archive_files_hash_analysis_id_pk" PRIMARY KEY("hash","analysis_id")
);
--> statement-breakpoint
ALTER TABLE "archive_analyses" ADD COLUMN "file_hashes" integer;--> statement-breakpoint
ALTER TABLE "archive_files" ADD CONSTRAINT "archive_files_analysis_id_archive_analyses_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."archive_analyses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "archive_files_analysis" ON "archive_files" USING btree ("analysis_id");--> statement-breakpoint
-- Building an index stops writes, so it is built here only where that is short. The job `create-indexes` builds those of
-- large tables concurrently.
DO $$
BEGIN
	IF pg_total_relation_size('archive_analyses') < 16 * 1024 * 1024 THEN
		CREATE INDEX "archive_analyses_without_hashes" ON "archive_analyses" USING btree ("id") WHERE file_hashes is null and pack_key is not null;
	END IF;
END $$;
