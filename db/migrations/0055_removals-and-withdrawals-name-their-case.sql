-- Constraints that come with an empty column are valid without reading the table.
ALTER TABLE "script_removals" ADD COLUMN "case_id" integer CONSTRAINT "script_removals_case_id_cases_id_fk" REFERENCES "public"."cases"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "script_versions" ADD COLUMN "withdrawn_case_id" integer CONSTRAINT "script_versions_withdrawn_case_id_cases_id_fk" REFERENCES "public"."cases"("id") ON DELETE set null;--> statement-breakpoint
-- A decision and its effect had the same time.
UPDATE "script_removals" r SET "case_id" = c."id" FROM "cases" c
  WHERE c."script_id" = r."script_id" AND c."decided_at" = r."removed_at";--> statement-breakpoint
UPDATE "script_removals" r SET "case_id" = t."case_id" FROM "takedown_scripts" t
  WHERE t."script_id" = r."script_id" AND t."taken_down_at" = r."removed_at";--> statement-breakpoint
UPDATE "script_versions" v SET "withdrawn_case_id" = c."id" FROM "cases" c
  WHERE c."version_id" = v."id" AND c."decided_at" = v."withdrawn_at";
