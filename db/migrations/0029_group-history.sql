-- A partition that is created later gets this index from the table. Present ones get it here if they are small: building
-- an index stops writes. For larger ones run the same statement with CREATE INDEX CONCURRENTLY and attach it.
CREATE INDEX "activities_group" ON ONLY "activities" USING btree ((case when target_type = 'group' then target_id::text else metadata ->> 'groupId' end),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE (target_type = 'group' or action in ('Group Assigned', 'Group Removed'));--> statement-breakpoint
DO $$
DECLARE part regclass; made text;
BEGIN
	FOR part IN SELECT inhrelid::regclass FROM pg_inherits
		WHERE inhparent = 'activities'::regclass AND pg_total_relation_size(inhrelid) < 256 * 1024 * 1024
	LOOP
		made := left(part::text, 40) || '_group';
		EXECUTE replace(replace(pg_get_indexdef('activities_group'::regclass),
			'INDEX activities_group', 'INDEX ' || quote_ident(made)),
			' ON ONLY public.activities ', format(' ON %s ', part));
		EXECUTE format('ALTER INDEX activities_group ATTACH PARTITION %I', made);
	END LOOP;
END $$;
