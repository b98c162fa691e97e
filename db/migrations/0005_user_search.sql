CREATE INDEX "users_scripts" ON "users" USING btree ("scripts_uploaded" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_last_login" ON "users" USING btree ("last_login_at" DESC NULLS LAST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("username_key" gin_trgm_ops,"email_key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_not_active" ON "users" USING btree ("status","id") WHERE status <> 'active';