CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "signing_keys_current" ON "signing_keys" USING btree ((retired_at is null)) WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "script_removals_recent" ON "script_removals" USING btree ("removed_at" DESC NULLS FIRST) WHERE restored_at is null;--> statement-breakpoint
-- Building an index stops writes, so it is built here only where that is short. The job `create-indexes` builds those of
-- large tables concurrently.
DO $$
BEGIN
	IF pg_total_relation_size('script_versions') < 16 * 1024 * 1024 THEN
		CREATE INDEX "script_versions_recalled" ON "script_versions" USING btree ("withdrawn_at" DESC NULLS FIRST) WHERE withdrawal_kind = 'security';
	END IF;
END $$;
