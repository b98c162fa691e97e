-- Building an index stops writes, so it is built here only where that is short. The job `create-indexes` builds those of
-- large tables concurrently.
DO $$
BEGIN
	IF pg_total_relation_size('archive_findings') < 16 * 1024 * 1024 THEN
		CREATE INDEX "archive_findings_listed" ON "archive_findings" USING btree ("detail") WHERE rule = 'blocklisted-text';
	END IF;
END $$;
