ALTER TABLE "blocklist_entries" ADD COLUMN "spared_user_id" integer;--> statement-breakpoint
ALTER TABLE "blocklist_entries" ADD COLUMN "spared_script_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "script_versions" ADD COLUMN "published_before_block" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "takedown_scripts_script" ON "takedown_scripts" USING btree ("script_id");