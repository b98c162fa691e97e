CREATE TABLE "earlier_decisions" (
	"case_id" integer NOT NULL,
	"decision" text NOT NULL,
	"log_note" text,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "earlier_decisions_case_id_decided_at_pk" PRIMARY KEY("case_id","decided_at")
);
--> statement-breakpoint
ALTER TABLE "earlier_decisions" ADD CONSTRAINT "earlier_decisions_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earlier_decisions_log" ON "earlier_decisions" USING btree ("decided_at");--> statement-breakpoint
INSERT INTO "earlier_decisions" ("case_id", "decision", "log_note", "decided_at") SELECT "id", "decision", "log_note", "decided_at" FROM "cases" WHERE state = 'open' AND decision IS NOT NULL AND decided_at IS NOT NULL;
