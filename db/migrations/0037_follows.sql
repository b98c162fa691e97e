CREATE TABLE "follow_counts" (
	"kind" text NOT NULL,
	"target_id" integer NOT NULL,
	"followers" integer NOT NULL,
	CONSTRAINT "follow_counts_kind_target_id_pk" PRIMARY KEY("kind","target_id")
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "follows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"script_id" integer,
	"author_id" integer,
	"news" text DEFAULT 'all' NOT NULL,
	"framework" text,
	"game" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "follows_script" UNIQUE("script_id","user_id"),
	CONSTRAINT "follows_author" UNIQUE("author_id","user_id"),
	CONSTRAINT "follows_target" CHECK (num_nonnulls(script_id, author_id) = 1),
	CONSTRAINT "follows_self" CHECK (author_id is distinct from user_id)
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_searches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"q" text,
	"category" text,
	"tag" text,
	"framework" text,
	"game" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "digest_entries" (
	"user_id" integer NOT NULL,
	"notification_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "digest_entries_user_id_notification_id_pk" PRIMARY KEY("user_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"topics" jsonb NOT NULL,
	"digest" text NOT NULL,
	"time_zone" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "in_bell" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_entries" ADD CONSTRAINT "digest_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_entries" ADD CONSTRAINT "digest_entries_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follows_user" ON "follows" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "saved_searches_user" ON "saved_searches" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "digest_entries_notification" ON "digest_entries" USING btree ("notification_id");--> statement-breakpoint
CREATE FUNCTION count_followers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' THEN
    INSERT INTO follow_counts AS c (kind, target_id, followers)
    SELECT CASE WHEN script_id IS NULL THEN 'author' ELSE 'script' END, coalesce(script_id, author_id), count(*)
    FROM changed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (kind, target_id) DO UPDATE SET followers = c.followers + excluded.followers;
  ELSE
    UPDATE follow_counts c SET followers = c.followers - d.followers
    FROM (
      SELECT CASE WHEN script_id IS NULL THEN 'author' ELSE 'script' END AS kind, coalesce(script_id, author_id) AS target_id, count(*)::int AS followers
      FROM changed GROUP BY 1, 2 ORDER BY 1, 2
    ) d WHERE c.kind = d.kind AND c.target_id = d.target_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER follows_added AFTER INSERT ON "follows" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_followers();--> statement-breakpoint
CREATE TRIGGER follows_removed AFTER DELETE ON "follows" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_followers();
