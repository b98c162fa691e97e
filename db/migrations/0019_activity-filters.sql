-- A partition that is created later gets these indexes from the table. Present ones get them here if they are small:
-- building an index stops writes. For larger ones run the same statements with CREATE INDEX CONCURRENTLY.
CREATE INDEX "activities_changes" ON ONLY "activities" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE action not in ('Script Viewed', 'Script Downloaded', 'User Login');--> statement-breakpoint
CREATE INDEX "activities_action" ON ONLY "activities" USING btree ("action","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE action not in ('Script Viewed', 'Script Downloaded', 'User Login');--> statement-breakpoint
CREATE INDEX "activities_target" ON ONLY "activities" USING btree ("target_type","target_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE action not in ('Script Viewed', 'Script Downloaded', 'User Login');--> statement-breakpoint
CREATE INDEX "activities_user" ON ONLY "activities" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
DO $$
DECLARE part regclass; parent text; definition text; made text;
BEGIN
	FOR part IN SELECT inhrelid::regclass FROM pg_inherits
		WHERE inhparent = 'activities'::regclass AND pg_total_relation_size(inhrelid) < 256 * 1024 * 1024
	LOOP
		FOREACH parent IN ARRAY ARRAY['activities_changes', 'activities_action', 'activities_target', 'activities_user'] LOOP
			made := left(part::text, 40) || substr(parent, length('activities') + 1);
			definition := pg_get_indexdef(parent::regclass);
			EXECUTE replace(replace(definition, 'INDEX ' || parent, 'INDEX ' || quote_ident(made)),
				' ON ONLY public.activities ', format(' ON %s ', part));
			EXECUTE format('ALTER INDEX %I ATTACH PARTITION %I', parent, made);
		END LOOP;
	END LOOP;
END $$;
