DROP INDEX "scripts_status_newest";--> statement-breakpoint
DROP INDEX "scripts_newest";--> statement-breakpoint
DROP INDEX "scripts_downloads";--> statement-breakpoint
DROP INDEX "scripts_views";--> statement-breakpoint
DROP INDEX "scripts_category_newest";--> statement-breakpoint
DROP INDEX "scripts_category_downloads";--> statement-breakpoint
DROP INDEX "scripts_category_views";--> statement-breakpoint
ALTER TABLE "daily_stats" ALTER COLUMN "downloads" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "site_totals" ALTER COLUMN "downloads" SET DATA TYPE bigint;--> statement-breakpoint
CREATE INDEX "scripts_newest" ON "scripts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status") WHERE publication = 'published';--> statement-breakpoint
CREATE INDEX "scripts_downloads" ON "scripts" USING btree ("downloads" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status") WHERE publication = 'published';--> statement-breakpoint
CREATE INDEX "scripts_views" ON "scripts" USING btree ("views" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status") WHERE publication = 'published';--> statement-breakpoint
CREATE INDEX "scripts_category_newest" ON "scripts" USING btree ("category_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status") WHERE publication = 'published';--> statement-breakpoint
CREATE INDEX "scripts_category_downloads" ON "scripts" USING btree ("category_id","downloads" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status") WHERE publication = 'published';--> statement-breakpoint
CREATE INDEX "scripts_category_views" ON "scripts" USING btree ("category_id","views" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status") WHERE publication = 'published';--> statement-breakpoint
-- Lists are cut by an index alone only where a page of the table is known to be visible to all. Counters change rows
-- all the time; at the usual fifth of the table a site of a million scripts would be swept too seldom for that.
ALTER TABLE "scripts" SET (autovacuum_vacuum_scale_factor = 0.02);
