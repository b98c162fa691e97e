CREATE TABLE "case_counts" (
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"outcome" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "case_counts_kind_reason_outcome_pk" PRIMARY KEY("kind","reason","outcome")
);
--> statement-breakpoint
DROP INDEX "cases_decided";--> statement-breakpoint
DROP INDEX "cases_version";--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "parent_id" integer;--> statement-breakpoint
CREATE INDEX "cases_open" ON "cases" USING btree ("created_at","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "cases_log" ON "cases" USING btree ("decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE decision is not null;--> statement-breakpoint
CREATE INDEX "cases_log_kind" ON "cases" USING btree ("kind","decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE decision is not null;--> statement-breakpoint
CREATE INDEX "cases_log_decision" ON "cases" USING btree ("decision","decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE decision is not null;--> statement-breakpoint
CREATE INDEX "cases_version" ON "cases" USING btree ("version_id","id");