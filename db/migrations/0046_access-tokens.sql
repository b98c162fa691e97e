ALTER TABLE "sessions" ADD COLUMN "kind" text DEFAULT 'browser' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "hint" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "script_choice" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "script_ids" integer[];--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "warned_at" timestamp with time zone;