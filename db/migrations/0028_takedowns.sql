CREATE TABLE "counter_notices" (
	"case_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"notice" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "counter_notices_case_id_user_id_pk" PRIMARY KEY("case_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "takedown_notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "takedown_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"notice" jsonb NOT NULL,
	"script_ids" integer[] NOT NULL,
	"case_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "takedown_notices_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "takedown_notices_case_id_unique" UNIQUE("case_id")
);
--> statement-breakpoint
CREATE TABLE "takedown_scripts" (
	"case_id" integer NOT NULL,
	"script_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"taken_down_at" timestamp with time zone,
	"restored_at" timestamp with time zone,
	CONSTRAINT "takedown_scripts_case_id_script_id_pk" PRIMARY KEY("case_id","script_id")
);
--> statement-breakpoint
ALTER TABLE "counter_notices" ADD CONSTRAINT "counter_notices_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "takedown_scripts" ADD CONSTRAINT "takedown_scripts_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "takedown_notices_email" ON "takedown_notices" USING btree ("email","created_at");