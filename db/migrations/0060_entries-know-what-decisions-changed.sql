CREATE TABLE "blocklist_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "blocklist_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"entry_id" integer NOT NULL,
	"case_id" integer,
	"spared_user_id" integer,
	"spared_script_ids" integer[] NOT NULL,
	"against_user_ids" integer[] NOT NULL,
	"against_script_ids" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blocklist_changes" ADD CONSTRAINT "blocklist_changes_entry_id_blocklist_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."blocklist_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocklist_changes_entry" ON "blocklist_changes" USING btree ("entry_id","id");--> statement-breakpoint
CREATE INDEX "blocklist_changes_case" ON "blocklist_changes" USING btree ("case_id");