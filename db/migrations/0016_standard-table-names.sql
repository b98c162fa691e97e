-- The views keep the old names for nodes of the previous release, which read and write through them during a rolling
-- restart. The next release drops them.
ALTER TABLE "script_heads" RENAME TO "search_shortlist";--> statement-breakpoint
ALTER INDEX "script_heads_document" RENAME TO "search_shortlist_document";--> statement-breakpoint
ALTER TABLE "search_shortlist" RENAME CONSTRAINT "script_heads_script_id_scripts_id_fk" TO "search_shortlist_script_id_scripts_id_fk";--> statement-breakpoint
CREATE VIEW "script_heads" AS SELECT "script_id", "document", "newest", "views", "downloads" FROM "search_shortlist";--> statement-breakpoint
ALTER TABLE "common_ground" RENAME TO "cluster_settings";--> statement-breakpoint
CREATE VIEW "common_ground" AS SELECT "name", "value" FROM "cluster_settings";
