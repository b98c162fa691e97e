CREATE TABLE "collection_entries" (
	"collection_id" integer NOT NULL,
	"position" integer NOT NULL,
	"user_id" integer NOT NULL,
	"script_id" integer,
	"version_id" integer,
	"note" text NOT NULL,
	CONSTRAINT "collection_entries_collection_id_position_pk" PRIMARY KEY("collection_id","position"),
	CONSTRAINT "collection_entries_script_once" UNIQUE("user_id","collection_id","script_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"visibility" text NOT NULL,
	"key" text,
	"is_saved" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"removed_by" integer,
	"removal_reason" text,
	CONSTRAINT "collections_key" CHECK ((visibility = 'link') = (key is not null)),
	CONSTRAINT "collections_saved_is_private" CHECK (not is_saved or visibility = 'private')
);
--> statement-breakpoint
ALTER TABLE "collection_entries" ADD CONSTRAINT "collection_entries_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_entries" ADD CONSTRAINT "collection_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_entries" ADD CONSTRAINT "collection_entries_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_entries" ADD CONSTRAINT "collection_entries_version_id_script_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."script_versions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_entries_script" ON "collection_entries" USING btree ("script_id");--> statement-breakpoint
CREATE INDEX "collection_entries_version" ON "collection_entries" USING btree ("version_id") WHERE version_id is not null;--> statement-breakpoint
CREATE INDEX "collections_user" ON "collections" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "collections_saved" ON "collections" USING btree ("user_id") WHERE is_saved;--> statement-breakpoint
CREATE INDEX "collections_public" ON "collections" USING btree ("id" DESC NULLS FIRST) WHERE visibility = 'public' and removed_at is null;--> statement-breakpoint
CREATE INDEX "collections_removed" ON "collections" USING btree ("id" DESC NULLS FIRST) WHERE removed_at is not null;