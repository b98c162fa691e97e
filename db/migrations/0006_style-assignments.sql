-- A style is given to somebody once: of several assignments the one with the latest end stays.
DELETE FROM "style_assignments" a USING "style_assignments" b
WHERE a."user_id" = b."user_id" AND a."style_id" = b."style_id" AND a."id" <> b."id"
  AND (a."is_active", coalesce(a."expires_at", 'infinity'), a."id") < (b."is_active", coalesce(b."expires_at", 'infinity'), b."id");--> statement-breakpoint
DROP INDEX "style_assignments_user";--> statement-breakpoint
DROP INDEX "style_assignments_style";--> statement-breakpoint
CREATE UNIQUE INDEX "style_assignments_user_style" ON "style_assignments" USING btree ("user_id","style_id");--> statement-breakpoint
CREATE INDEX "style_assignments_expiry" ON "style_assignments" USING btree ("expires_at") WHERE is_active and expires_at is not null;--> statement-breakpoint
CREATE INDEX "style_assignments_style" ON "style_assignments" USING btree ("style_id","assigned_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);