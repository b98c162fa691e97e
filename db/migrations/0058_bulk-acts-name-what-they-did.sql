CREATE TABLE "bulk_act_removals" (
	"act_id" integer NOT NULL,
	"removal_id" integer NOT NULL,
	CONSTRAINT "bulk_act_removals_act_id_removal_id_pk" PRIMARY KEY("act_id","removal_id")
);
--> statement-breakpoint
-- A constraint that comes with an empty column is valid without reading the table.
ALTER TABLE "suspensions" ADD COLUMN "bulk_act_id" integer CONSTRAINT "suspensions_bulk_act_id_bulk_acts_id_fk" REFERENCES "public"."bulk_acts"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "bulk_act_removals" ADD CONSTRAINT "bulk_act_removals_act_id_bulk_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."bulk_acts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_act_removals" ADD CONSTRAINT "bulk_act_removals_removal_id_script_removals_id_fk" FOREIGN KEY ("removal_id") REFERENCES "public"."script_removals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_act_removals_removal" ON "bulk_act_removals" USING btree ("removal_id");--> statement-breakpoint
CREATE INDEX "suspensions_bulk_act" ON "suspensions" USING btree ("bulk_act_id");--> statement-breakpoint
-- An act and its effects had the same time.
INSERT INTO "bulk_act_removals" ("act_id", "removal_id")
  SELECT a."id", r."id" FROM "bulk_acts" a
  JOIN "bulk_act_users" u ON u."act_id" = a."id"
  JOIN "scripts" s ON s."user_id" = u."user_id"
  JOIN "script_removals" r ON r."script_id" = s."id" AND r."removed_by" = a."actor_id" AND r."removed_at" = a."created_at"
  WHERE a."hidden_for" IS NOT NULL;--> statement-breakpoint
UPDATE "suspensions" p SET "bulk_act_id" = a."id" FROM "bulk_acts" a
  JOIN "bulk_act_users" u ON u."act_id" = a."id"
  WHERE a."kind" = 'suspend' AND u."user_id" = p."user_id" AND a."created_at" = p."created_at";
