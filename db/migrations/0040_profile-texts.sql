CREATE TABLE "user_profiles" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"links" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"removed_by" integer,
	"removal_reason" text
);
--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_profiles_visible" ON "user_profiles" USING btree ("updated_at" DESC NULLS FIRST,"user_id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "user_profiles_removed" ON "user_profiles" USING btree ("updated_at" DESC NULLS FIRST,"user_id") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "works_reports_removed" ON "works_reports" USING btree ("id" DESC NULLS FIRST) WHERE removed_at is not null;