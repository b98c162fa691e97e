CREATE TABLE "bulk_act_users" (
	"act_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"ban_id" integer,
	CONSTRAINT "bulk_act_users_act_id_user_id_pk" PRIMARY KEY("act_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_acts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"actor_id" integer NOT NULL,
	"actor_authority" double precision NOT NULL,
	"hidden_for" text,
	"created_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" integer
);
--> statement-breakpoint
CREATE TABLE "suspensions" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"reason" text,
	"ends_at" timestamp with time zone,
	"status_before" text NOT NULL,
	"issued_by" integer,
	"issuer_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bans" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_act_users" ADD CONSTRAINT "bulk_act_users_act_id_bulk_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."bulk_acts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_act_users" ADD CONSTRAINT "bulk_act_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_acts" ADD CONSTRAINT "bulk_acts_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_acts" ADD CONSTRAINT "bulk_acts_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_act_users_user" ON "bulk_act_users" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bulk_acts_created" ON "bulk_acts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "suspensions_end" ON "suspensions" USING btree ("ends_at");--> statement-breakpoint
-- The /24 or /64 of an IP, which is also what remains of it after 90 days. Null for a text that is none, such as an IPv6
-- with a zone. Its result never changes, so that it can be indexed.
CREATE FUNCTION ip_network(ip text) RETURNS cidr LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
	parsed inet;
BEGIN
	parsed := regexp_replace(ip, '^::ffff:', '')::inet;
	RETURN network(set_masklen(parsed, CASE family(parsed) WHEN 4 THEN 24 ELSE 64 END));
EXCEPTION WHEN invalid_text_representation THEN
	RETURN null;
END $$;--> statement-breakpoint
-- Building an index stops writes, so it is built here only where that is short. The job `create-indexes` builds those of
-- large tables concurrently.
DO $$
BEGIN
	IF pg_total_relation_size('users') < 16 * 1024 * 1024 THEN
		CREATE INDEX "users_username_start" ON "users" USING btree ("username_key" text_pattern_ops);
		CREATE INDEX "users_email_start" ON "users" USING btree ("email_key" text_pattern_ops);
		CREATE INDEX "users_registration_network" ON "users" USING btree (ip_network(registration_ip));
		CREATE INDEX "users_login_network" ON "users" USING btree (ip_network(last_login_ip));
	END IF;
END $$;
