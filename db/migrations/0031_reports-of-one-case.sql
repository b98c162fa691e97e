CREATE TABLE "case_reports" (
	"case_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"version_id" integer,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "case_reports_case_id_user_id_pk" PRIMARY KEY("case_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "case_messages" ADD COLUMN "recipient_id" integer;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "report_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "case_reports" ADD CONSTRAINT "case_reports_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_reports_user" ON "case_reports" USING btree ("user_id","created_at");