-- A partition that is created later gets this index from the table. Present ones get it here if they are small: building
-- an index stops writes. For larger ones run the same statement with CREATE INDEX CONCURRENTLY and attach it.
CREATE INDEX "activities_edits" ON ONLY "activities" USING btree ("target_type","target_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE action not in ('Script Viewed', 'Script Downloaded', 'User Login') and action not in ('Script Liked', 'Script Unliked');--> statement-breakpoint
DO $$
DECLARE part regclass; made text;
BEGIN
	FOR part IN SELECT inhrelid::regclass FROM pg_inherits
		WHERE inhparent = 'activities'::regclass AND pg_total_relation_size(inhrelid) < 256 * 1024 * 1024
	LOOP
		made := left(part::text, 40) || '_edits';
		EXECUTE replace(replace(pg_get_indexdef('activities_edits'::regclass),
			'INDEX activities_edits', 'INDEX ' || quote_ident(made)),
			' ON ONLY public.activities ', format(' ON %s ', part));
		EXECUTE format('ALTER INDEX activities_edits ATTACH PARTITION %I', made);
	END LOOP;
END $$;
