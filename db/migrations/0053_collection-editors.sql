CREATE TABLE "collection_editors" (
	"collection_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "collection_editors_collection_id_user_id_pk" PRIMARY KEY("collection_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "script_invitations" ALTER COLUMN "script_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "script_invitations" ADD COLUMN "collection_id" integer;--> statement-breakpoint
ALTER TABLE "collection_editors" ADD CONSTRAINT "collection_editors_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_editors" ADD CONSTRAINT "collection_editors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_editors_user" ON "collection_editors" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "script_invitations" ADD CONSTRAINT "script_invitations_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "script_invitations_editor" ON "script_invitations" USING btree ("collection_id","user_id") WHERE answer is null;--> statement-breakpoint
ALTER TABLE "script_invitations" ADD CONSTRAINT "script_invitations_subject" CHECK ((kind = 'editor') = (script_id is null) and (kind = 'editor') = (collection_id is not null));