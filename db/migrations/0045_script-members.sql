CREATE TABLE "script_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"script_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"role" text,
	"invited_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answer" text,
	CONSTRAINT "script_invitations_role" CHECK ((kind = 'member') = (role is not null))
);
--> statement-breakpoint
CREATE TABLE "script_members" (
	"script_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"role" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "script_members_script_id_user_id_pk" PRIMARY KEY("script_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "script_versions" ADD COLUMN "withdrawn_by_moderator" boolean;--> statement-breakpoint
ALTER TABLE "script_invitations" ADD CONSTRAINT "script_invitations_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_invitations" ADD CONSTRAINT "script_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_invitations" ADD CONSTRAINT "script_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_members" ADD CONSTRAINT "script_members_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_members" ADD CONSTRAINT "script_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "script_invitations_open" ON "script_invitations" USING btree ("script_id","user_id") WHERE answer is null;--> statement-breakpoint
CREATE UNIQUE INDEX "script_invitations_transfer" ON "script_invitations" USING btree ("script_id") WHERE answer is null and kind = 'transfer';--> statement-breakpoint
CREATE INDEX "script_invitations_user" ON "script_invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "script_invitations_inviter" ON "script_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "script_invitations_expiry" ON "script_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "script_members_user" ON "script_members" USING btree ("user_id");