CREATE TABLE "daily_counts" (
	"day" date PRIMARY KEY NOT NULL,
	"downloads" integer NOT NULL,
	"views" integer NOT NULL,
	"submissions" integer NOT NULL,
	"registrations" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_script_downloads" (
	"day" date NOT NULL,
	"script_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"downloads" integer NOT NULL,
	CONSTRAINT "daily_script_downloads_day_script_id_pk" PRIMARY KEY("day","script_id")
);
--> statement-breakpoint
CREATE TABLE "empty_searches" (
	"day" date NOT NULL,
	"query" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "empty_searches_day_query_pk" PRIMARY KEY("day","query")
);
--> statement-breakpoint
CREATE TABLE "archive_fingerprints" (
	"analysis_id" integer NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"size" integer NOT NULL,
	CONSTRAINT "archive_fingerprints_analysis_id_kind_position_pk" PRIMARY KEY("analysis_id","kind","position")
);
--> statement-breakpoint
CREATE TABLE "case_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"case_id" integer NOT NULL,
	"author_id" integer,
	"from" text NOT NULL,
	"audience" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"script_id" integer,
	"version_id" integer,
	"user_id" integer,
	"appealed" text,
	"appealed_user_id" integer,
	"archive_sha256" text,
	"title" text NOT NULL,
	"opened_by" integer,
	"claimant" jsonb,
	"reason" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"evidence" jsonb DEFAULT '[]' NOT NULL,
	"claimed_by" integer,
	"claimed_until" timestamp with time zone,
	"due_at" timestamp with time zone,
	"decision" text,
	"response" text,
	"log_note" text,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "script_removals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_removals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"script_id" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"removed_by" integer,
	"removed_at" timestamp with time zone NOT NULL,
	"before" text NOT NULL,
	"restored_by" integer,
	"restored_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_by" integer,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_reasons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_reasons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"author_id" integer,
	"author_name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blocklist_entries" ADD COLUMN "case_id" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "case_id" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "archive_fingerprints" ADD CONSTRAINT "archive_fingerprints_analysis_id_archive_analyses_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."archive_analyses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_removals" ADD CONSTRAINT "script_removals_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_removals" ADD CONSTRAINT "script_removals_removed_by_users_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_removals" ADD CONSTRAINT "script_removals_restored_by_users_id_fk" FOREIGN KEY ("restored_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_reasons" ADD CONSTRAINT "saved_reasons_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "empty_searches_day" ON "empty_searches" USING btree ("day","count" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "archive_fingerprints_hash" ON "archive_fingerprints" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "case_messages_case" ON "case_messages" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "cases_queue" ON "cases" USING btree ("kind","created_at","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "cases_claimed" ON "cases" USING btree ("claimed_until") WHERE state = 'open' and claimed_by is not null;--> statement-breakpoint
CREATE INDEX "cases_script" ON "cases" USING btree ("script_id","id");--> statement-breakpoint
CREATE INDEX "cases_version" ON "cases" USING btree ("version_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "cases_user" ON "cases" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "cases_opener" ON "cases" USING btree ("opened_by","id");--> statement-breakpoint
CREATE INDEX "cases_archive" ON "cases" USING btree ("archive_sha256") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "cases_decided" ON "cases" USING btree ("decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "cases_one_review" ON "cases" USING btree ("version_id") WHERE state = 'open' and kind = 'review';--> statement-breakpoint
CREATE UNIQUE INDEX "cases_one_report" ON "cases" USING btree ("opened_by","user_id",coalesce("script_id", 0)) WHERE state = 'open' and kind = 'report';--> statement-breakpoint
CREATE UNIQUE INDEX "cases_one_appeal" ON "cases" USING btree ("appealed") WHERE kind = 'appeal';--> statement-breakpoint
CREATE UNIQUE INDEX "script_removals_open" ON "script_removals" USING btree ("script_id") WHERE restored_at is null;--> statement-breakpoint
CREATE INDEX "script_removals_script" ON "script_removals" USING btree ("script_id","id");--> statement-breakpoint
CREATE INDEX "script_removals_age" ON "script_removals" USING btree ("removed_at") WHERE restored_at is null;--> statement-breakpoint
CREATE INDEX "saved_reasons_kind" ON "saved_reasons" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "user_notes_user" ON "user_notes" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
-- The groups of a new site have these keys. Of an existing site only administrators decide takedowns; its owner grants
-- the other keys.
INSERT INTO "group_permissions" ("group_id", "permission_key")
SELECT g."id", k."key" FROM "groups" g JOIN (VALUES
  ('owner', ARRAY['admin.audit', 'admin.settings', 'admin.takedowns.manage', 'scripts.trusted']),
  ('administrator', ARRAY['admin.audit', 'admin.settings', 'admin.takedowns.manage', 'scripts.trusted']),
  ('moderator', ARRAY['scripts.trusted'])
) AS given("name", "keys") ON given."name" = g."name" CROSS JOIN LATERAL unnest(given."keys") AS k("key")
WHERE NOT EXISTS (SELECT FROM "users") OR (g."name" = 'administrator' AND k."key" = 'admin.takedowns.manage')
ON CONFLICT DO NOTHING;
