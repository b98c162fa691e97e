CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"actor_id" integer,
	"script_id" integer,
	"version_id" integer,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"event_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "notifications_event" UNIQUE("event_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "script_needs" (
	"name" text NOT NULL,
	"script_id" integer NOT NULL,
	CONSTRAINT "script_needs_name_script_id_pk" PRIMARY KEY("name","script_id")
);
--> statement-breakpoint
ALTER TABLE "script_downloads" ADD COLUMN "version_id" integer;--> statement-breakpoint
ALTER TABLE "scripts" ADD COLUMN "attributes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "scripts" ADD COLUMN "trend" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "script_versions" ADD COLUMN "changelog" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "script_versions" ADD COLUMN "downloads" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "script_versions" ADD COLUMN "change" jsonb;--> statement-breakpoint
ALTER TABLE "script_versions" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "script_versions" ADD COLUMN "withdrawal_kind" text;--> statement-breakpoint
ALTER TABLE "script_versions" ADD COLUMN "withdrawal_reason" text;--> statement-breakpoint
ALTER TABLE "script_versions" ADD COLUMN "withdrawn_by" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_needs" ADD CONSTRAINT "script_needs_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "script_needs_script" ON "script_needs" USING btree ("script_id");