DROP INDEX "scripts_downloads";--> statement-breakpoint
DROP INDEX "scripts_views";--> statement-breakpoint
DROP INDEX "scripts_category_newest";--> statement-breakpoint
DROP INDEX "scripts_category_downloads";--> statement-breakpoint
DROP INDEX "scripts_category_views";--> statement-breakpoint
DROP INDEX "scripts_status_newest";--> statement-breakpoint
DROP INDEX "scripts_user";--> statement-breakpoint
CREATE INDEX "scripts_downloads" ON "scripts" USING btree ("downloads" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE publication = 'published';--> statement-breakpoint
CREATE INDEX "scripts_views" ON "scripts" USING btree ("views" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE publication = 'published';--> statement-breakpoint
CREATE INDEX "scripts_category_newest" ON "scripts" USING btree ("category_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE publication = 'published';--> statement-breakpoint
CREATE INDEX "scripts_category_downloads" ON "scripts" USING btree ("category_id","downloads" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE publication = 'published';--> statement-breakpoint
CREATE INDEX "scripts_category_views" ON "scripts" USING btree ("category_id","views" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE publication = 'published';--> statement-breakpoint
CREATE INDEX "scripts_status_newest" ON "scripts" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE publication = 'published';--> statement-breakpoint
CREATE INDEX "scripts_user" ON "scripts" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);