CREATE TABLE "script_states" (
	"script_id" integer PRIMARY KEY NOT NULL,
	"maintenance" text,
	"based_on" integer
);
--> statement-breakpoint
ALTER TABLE "script_states" ADD CONSTRAINT "script_states_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_states" ADD CONSTRAINT "script_states_based_on_scripts_id_fk" FOREIGN KEY ("based_on") REFERENCES "public"."scripts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "script_states_based_on" ON "script_states" USING btree ("based_on");